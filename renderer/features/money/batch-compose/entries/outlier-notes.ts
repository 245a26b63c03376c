/** Amounts that stand out, as remarks on their entries and on the batch. */
import type { AmountOutlier } from '../../../../../preload/contract/domain/batches/batch.ts'
import { plural } from '../../../../text/plural.ts'
import { outlierText } from '../../../../text/outlier-text.ts'
import type { EntryNote } from './entry-checks.ts'
import type { GatheredNote } from './whole-notes.ts'

const about = {
  tone: 'warning',
  path: 'amount',
  source: 'Countersign',
  where: 'This batch, and the last 90 days of this workstation',
} as const

/** The remark on one entry. */
export const outlierNote = (outlier: AmountOutlier): EntryNote => ({
  ...about,
  text: outlierText(outlier),
})

/** The remarks on the batch, one for each comparison. */
export const outlierNotes = (outliers: readonly AmountOutlier[]): readonly GatheredNote[] =>
  (['batch', 'last-payment'] as const).flatMap((against) => {
    const those = outliers.filter((one) => one.against === against)
    const [first] = those
    if (!first) return []
    const what = { batch: 'this batch', 'last-payment': 'the last payment' }[against]
    return [
      {
        ...about,
        entries: those.length,
        isCounted: those.length > 1,
        firstEntry: first.entryId,
        text:
          those.length === 1
            ? outlierText(first)
            : `${plural(those.length, 'amount stands', 'amounts stand')} out against ${what}`,
      },
    ]
  })
