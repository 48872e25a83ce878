import { toSVG } from 'bwip-js/node';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { typeset } from '#app/platform/typesetting.server.ts';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { chargeAloneMost } from './asset-charge-rules.ts';
import labels from './asset-labels.typ?raw';
import template from './asset-paper.typ?raw';
import type { PaperLine } from './asset-papers-store.server.ts';
import type { Asset, AssetPaper } from './assets.tables.ts';
import { officeZone } from './office-zone.ts';
import { strokesDrawing, type Signature } from './signature-rules.ts';

const dayWords = (at: Instant, language: LanguageCode) =>
  `${formatDate(dateIn(officeZone, at), language)}${comma(language)}${localTimeIn(officeZone, at).slice(11, 16)}`;

/** The signed paper of a hand-over or a return as PDF: what, in what state, by which rules, and both names. */
export async function setAssetPaper(
  platform: Pick<Platform, 'db' | 'files'>,
  paper: Pick<AssetPaper, 'reference' | 'way' | 'userId' | 'policy' | 'language' | 'madeBy' | 'madeAt'>,
  lines: readonly (PaperLine & { readonly asset: Asset; readonly charge?: { readonly amount: number; readonly reason: string } | null })[],
  signed: { readonly signature: Signature; readonly now: Instant },
): Promise<Buffer> {
  const { db } = platform;
  const { language, way } = paper;
  const t = textsFor(language).of('asset-papers');
  const keeper = paper.madeBy.replace('staff:', '');
  const names = await findStaffNames(db, [paper.userId, keeper]);
  const name = (id: string) => names.get(id) ?? '–';
  return typeset(template, {
    brand: await readPaperBrand(platform),
    language,
    rtl: language === 'ar',
    title: `${t(`${way}.title`)} ${paper.reference}`,
    headline: textsFor(language).of('documents')('headline'),
    footer: t('footer', { reference: paper.reference, policy: paper.policy }),
    heading: t(`${way}.title`),
    reference: paper.reference,
    facts: [
      { label: t(`${way}.person`), value: name(paper.userId) },
      { label: t('keeper'), value: name(keeper) },
      { label: t('day'), value: dayWords(signed.now, language) },
    ],
    lines: lines.map(({ asset, condition, note, wiped, charge }) => ({
      tag: asset.tag,
      thing: t(`kind.${asset.kind}`),
      model: asset.model,
      serial: asset.serial ?? '–',
      condition: t(`condition.${condition}`),
      note: [note, wiped === null ? '' : wiped ? t('wiped') : asset.keepsData ? t('notWiped') : ''].filter(Boolean).join(' · '),
      charge: charge
        ? t(charge.amount > chargeAloneMost ? 'chargeOnceAgreed' : 'charge', {
            amount: `\u2068${formatMoney(money(charge.amount, 'AED'), language)}\u2069`,
            reason: `\u2068${charge.reason}\u2069`,
          })
        : '',
    })),
    rules:
      way === 'out'
        ? [1, 2, 3, 4].map((number) => t(`policy.${number}`))
        : [t('back.rule'), ...(lines.some(({ charge }) => charge) ? [t('back.chargeRule')] : [])],
    words: {
      reference: t('reference'),
      tag: t('tag'),
      thing: t('thing'),
      serial: t('serial'),
      condition: t('conditionHead'),
      rules: t('rules', { policy: paper.policy }),
      signed: t('signed'),
      by: t(`${way}.keeperSays`, { name: name(keeper) }),
    },
    signer: signed.signature.name,
    signedAt: dayWords(signed.now, language),
    strokes: signed.signature.strokes ? strokesDrawing(signed.signature.strokes) : null,
  });
}

/** Labels for A4 sheets of 24 (3 by 8): the code leads to the record, the tag under it can be read and typed. */
export function setAssetLabels(assets: readonly Pick<Asset, 'tag' | 'model'>[], publicUrl: string): Promise<Buffer> {
  return typeset(labels, {
    labels: assets.map(({ tag, model }) => ({
      tag,
      model,
      code: toSVG({ bcid: 'qrcode', text: `${publicUrl}/admin/hr/asset-management/${tag}` }),
    })),
  });
}
