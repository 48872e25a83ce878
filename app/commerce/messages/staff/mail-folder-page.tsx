import { Link } from 'react-router';
import type { Route } from './+types/mail-folder-page.ts';
import { platformContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import './mail-folder.css';

export const handle = { texts: ['mails'] };

const mostShown = 200;

/** What the pretend mail server keeps; a real one keeps nothing that could be shown. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { folder } = context.get(platformContext).mail;
  if (!folder) return { kept: false as const };
  const id = url.searchParams.get('mail');
  const [all, open] = await Promise.all([folder.list(), id ? folder.find(id) : null]);
  return {
    kept: true as const,
    count: all.length,
    missing: id !== null && !open,
    open,
    mails: all.slice(0, mostShown).map(({ id: each, sentAt, to, subject, language, attachments }) => ({
      id: each,
      sentAt,
      to,
      subject,
      language,
      files: attachments.length,
    })),
  };
}

export default function MailFolderPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('mails');
  if (!loaderData.kept) {
    return (
      <section className="mailbox">
        <h1 tabIndex={-1}>{t('folder.title')}</h1>
        <Notice tone="info" boxed>
          {t('folder.smtp')}
        </Notice>
      </section>
    );
  }
  const { mails, open, count, missing } = loaderData;
  return (
    <section className="mailbox">
      <header>
        <h1 tabIndex={-1}>{t('folder.title')}</h1>
        <p className="muted">
          {t('folder.lede')} {count > 0 && t('folder.count', { count })}
        </p>
      </header>
      {missing && (
        <Notice tone="warn" boxed live>
          {t('folder.missing')}
        </Notice>
      )}
      {count === 0 ? (
        <EmptyState title={t('folder.none')}>{t('folder.noneText')}</EmptyState>
      ) : (
        <div className="mailbox__columns" data-open={open ? '' : undefined}>
          <ul className="mailbox__list">
            {mails.map((mail) => (
              <li key={mail.id}>
                <Link to={`?mail=${mail.id}`} aria-current={open?.id === mail.id ? 'true' : undefined} preventScrollReset>
                  <b dir="auto">{mail.subject}</b>
                  <span>
                    <bdi>{mail.to}</bdi> · {mail.language}
                    {mail.files > 0 && (
                      <>
                        {' '}
                        · <Icon name="document" small label={t('folder.files')} /> {mail.files}
                      </>
                    )}
                  </span>
                  <SentAt at={mail.sentAt} />
                </Link>
              </li>
            ))}
          </ul>
          {open && (
            <article className="mailbox__mail">
              <p>
                <Link to="?" className="link">
                  {t('folder.back')}
                </Link>
              </p>
              <h2 dir="auto">{open.subject}</h2>
              <dl>
                <dt>{t('folder.to')}</dt>
                <dd>
                  <bdi>{open.to}</bdi>
                </dd>
                <dt>{t('folder.sent')}</dt>
                <dd>
                  <SentAt at={open.sentAt} />
                </dd>
                {open.attachments.length > 0 && (
                  <>
                    <dt>{t('folder.files')}</dt>
                    <dd>
                      {open.attachments.map((file) => (
                        <a key={file.name} className="link" download={file.name} href={`data:${file.type};base64,${file.base64}`}>
                          {file.name}
                        </a>
                      ))}
                    </dd>
                  </>
                )}
              </dl>
              {/* No script runs in it and nothing it holds can reach this page. */}
              <iframe title={t('folder.frame')} sandbox="" srcDoc={open.html} />
              <details>
                <summary>{t('folder.text')}</summary>
                <pre dir="auto">{open.text}</pre>
              </details>
            </article>
          )}
        </div>
      )}
    </section>
  );
}

function SentAt({ at }: { at: string }) {
  const language = useLanguage();
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Dubai' }).format(Date.parse(at));
  return (
    <time dateTime={at}>
      {formatDate(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(Date.parse(at)), language, 'day')}
      {comma(language)}
      <bdi>{clock}</bdi>
    </time>
  );
}
