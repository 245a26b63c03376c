/**
 * Why an order is not copied, presented again, reversed or sent beside another. Main refuses
 * commands with the same sentences that the window shows beforehand.
 */
import type { CopyBlocker, FollowUpBlocker, RefusedBlocker } from '../domain/orders/act-blockers.ts'
import { assertNever } from '../kernel/assert-never.ts'

const followUpTexts: Readonly<
  Record<FollowUpBlocker['by'], Readonly<Record<FollowUpBlocker['why'], string>>>
> = {
  reentry: {
    unfit: 'Only returned or rejected entries are presented again',
    reported:
      'A return was only reported. The entry is presented again once the bank\u2019s inquiry shows it',
    same: 'Already presented again. Finish that draft or batch first',
    other: 'Already has a reversal. Discard it, or wait for its result',
  },
  reversal: {
    unfit: 'Returned or rejected entries are not reversed',
    reported:
      'A return was reported. The entry is reversed once the bank\u2019s inquiry shows that it did not come back',
    same: 'Already reversed. Finish that draft or batch first',
    other: 'Already presented again. Reverse the new entry',
  },
}

const copyTexts: Readonly<Record<Extract<CopyBlocker, { code: 'not-copied' }>['why'], string>> = {
  restored:
    'Data was restored from a backup, and it may have been sent since. A copy could pay twice. A second person must first confirm that it was not sent',
  'at-bank-staff':
    'The bank\u2019s staff has it and may still send it. A copy would pay twice. Ask bank support first',
  'waits-at-bank': 'It waits at the bank and is sent on a later day. A copy would pay twice',
  reported: 'The bank has reported it, or an alert may belong to it. A copy could pay twice',
  'not-confirmed-by-inquiry':
    'A status check by a proven route, after its last day at the bank, must first report that the bank does not have it. A copy could pay twice',
  'follows-entries':
    'Reversals and entries presented again are prepared from the original entries, not copied',
}

/**
 * Returns whether a problem is with the order or its entries as they are: no field of a form is
 * marked, and nothing can be corrected there.
 */
export const isOfOrder = ({ path }: { readonly path: string }): boolean =>
  path === 'id' || path === 'entryIds'

/** Returns the reason as a sentence. */
export function refusalText(blocker: RefusedBlocker): string {
  switch (blocker.code) {
    case 'follow-up':
      return followUpTexts[blocker.by][blocker.why]
    case 'not-copied':
      return copyTexts[blocker.why]
    case 'may-be-made':
      return `The bank may still make it until the end of ${blocker.lastDay} in New York. A copy could pay twice`
    case 'original-unresolved':
      return 'The original was closed as not made, but may be at the bank by now. This copy could pay twice. Check the status of the original first'
    case 'original-made':
      return 'The bank took the original after all. This copy could pay twice. To pay again on purpose, copy the original anew'
    default:
      return assertNever(blocker)
  }
}
