import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { VisaStayView } from '../read-visa-stay.server.ts';
import './visa-stay-section.css';

const good = ['enter', 'exit', 'file-extension'];
const tones = { overstay_alert: 'danger', reminder_sent: 'warn', exited: 'ok', closed: 'plain' } as const;

/** The days of a delivered visa for whoever travels on it: what counts next, and the word that they came in and went out. */
export function VisaStaySection({ stay, traveller, said }: { stay: VisaStayView; traveller: number; said: string | null }) {
  const t = useTexts('visa-stays');
  const tone = stay.status in tones ? tones[stay.status as keyof typeof tones] : 'info';
  const may = (event: string) => stay.tells.some((one) => one === event);
  const { figures } = stay;
  const days: readonly (readonly [string, string | null])[] = [
    ['enterBy', stay.enteredOn && !figures.again ? null : stay.enterBy],
    ['entered', stay.enteredOn],
    ['until', stay.exitedOn ? null : stay.stayUntil],
    ['exited', stay.exitedOn],
  ];
  return (
    <section className="vs-stay" id="stay">
      <h2>{t('title')}</h2>
      {said && (
        <Notice tone={good.includes(said) ? 'ok' : 'danger'} live>
          {t(good.includes(said) ? `said.${said}` : [`refused.${said}`, 'refused.other'])}
        </Notice>
      )}
      <p>
        <Tag tone={tone}>{t(`states.${stay.status}`)}</Tag>
      </p>
      <p>{t(figures.again ? 'text.again' : `text.${stay.status}`, { days: t('days', { count: stay.stayDays }) })}</p>
      <dl className="vs-days">
        {days.map(
          ([name, date]) =>
            date && (
              <div key={name}>
                <dt>{t(`day.${name}`)}</dt>
                <dd>
                  <DateText date={date} form="long" />
                </dd>
              </div>
            ),
        )}
        {figures.entries !== 'single' && (
          <div>
            <dt>{t('day.entries')}</dt>
            <dd>{t(`entries.${figures.entries}`, { used: figures.used })}</dd>
          </div>
        )}
        {figures.shared && (
          <div>
            <dt>{t('day.used')}</dt>
            <dd>{t('ofDays', figures.shared)}</dd>
          </div>
        )}
        {figures.untilFromToday && (
          <div>
            <dt>{t('day.fromToday')}</dt>
            <dd>
              <DateText date={figures.untilFromToday} form="long" />
            </dd>
          </div>
        )}
        {stay.left !== null && stay.left >= 0 && (
          <div>
            <dt>{t('day.left')}</dt>
            <dd>{stay.left === 0 ? t('lastDay') : t('days', { count: stay.left })}</dd>
          </div>
        )}
      </dl>
      {figures.again && !figures.untilFromToday && <Notice tone="warn">{t('noDays')}</Notice>}
      {may('enter') && (
        <Form method="post" className="ev-form">
          <input type="hidden" name="traveller" value={traveller} />
          <TextField name="on" type="date" label={t('tell.enteredOn')} required min={stay.first} max={stay.today} defaultValue="" />
          <p>
            <Button look="go" name="intent" value="stay-enter">
              {t('tell.enter')}
            </Button>
          </p>
        </Form>
      )}
      {may('exit') && (
        <Form method="post" encType="multipart/form-data" className="ev-form">
          <input type="hidden" name="traveller" value={traveller} />
          <TextField name="on" type="date" label={t('tell.exitedOn')} required min={stay.first} max={stay.today} defaultValue="" />
          <label className="vs-proof">
            <span>{t('tell.proof')}</span>
            <input type="file" name="proof" accept="application/pdf,image/jpeg,image/png" />
            <small className="muted">{t('tell.proofHint')}</small>
          </label>
          <p>
            <Button look="go" name="intent" value="stay-exit">
              {t('tell.exit')}
            </Button>
          </p>
        </Form>
      )}
      {may('file-extension') && (
        <Form method="post" className="ev-form">
          <input type="hidden" name="traveller" value={traveller} />
          <p className="small">{t('tell.extensionText')}</p>
          <p>
            <Button look="quiet" name="intent" value="stay-file-extension">
              {t('tell.extension')}
            </Button>
          </p>
        </Form>
      )}
    </section>
  );
}
