import { expect, it } from 'vitest'
import {
  actBlocker,
  missingEvidence,
  type ActBlocker,
} from '../../../preload/contract/domain/orders/act-blockers.ts'
import { actBlockerText, disabledReasonOf } from '../../../renderer/text/act-blocker-text.ts'
import { localTime } from '../../../renderer/text/times.ts'

const overLimit = {
  code: 'over-limit',
  limit: 'per-day',
  service: 'WIRE',
  currency: 'USD',
  allowed: 100,
  wanted: 200,
  day: { counts: 'sent', date: '2026-11-23', zone: 'America/New_York', roomFrom: '2026-11-24' },
} as const

const texts: readonly (readonly [ActBlocker, string])[] = [
  [{ code: 'not-permitted', needs: ['checker'] }, 'Only a checker may do this'],
  [
    { code: 'not-permitted', needs: ['maker', 'checker', 'administrator'] },
    'Only a maker or a checker or an administrator may do this',
  ],
  [{ code: 'not-maker', maker: 'Mara Ellison' }, 'Only Mara Ellison, who made it, may do this'],
  [{ code: 'own-work' }, 'A second person is needed: no one approves their own work'],
  [{ code: 'same-person', person: 'Theo Park' }, 'A person other than Theo Park must confirm it'],
  [{ code: 'not-approver', why: 'not-named' }, 'The policy names other approvers for this amount'],
  [{ code: 'not-approver', why: 'already-approved' }, 'You have already approved it'],
  [{ code: 'not-approver', why: 'set-sign-in-of-maker' }, 'You last set its maker\u2019s sign-in'],
  [{ code: 'not-approver', why: 'sign-in-set-by-maker' }, 'Its maker last set your sign-in'],
  [{ code: 'approval-not-counted' }, 'Your approval does not count'],
  [
    { code: 'approvals-missing', more: 1 },
    '1 more approval is needed. Return it to draft and submit it again',
  ],
  [
    { code: 'approvals-missing', more: 2 },
    '2 more approvals are needed. Return it to draft and submit it again',
  ],
  [{ code: 'form-errors' }, 'Correct the errors in the form first'],
  [
    { code: 'evidence-changed', since: 'proposal' },
    'The evidence changed since the proposal. Withdraw it and propose it again',
  ],
  [
    { code: 'evidence-changed', since: 'reply' },
    'The evidence changed since the reply was recorded. Withdraw it and record it again',
  ],
  [
    { code: 'known-at-bank' },
    'The bank has reported it under this reference, so it cannot be changed or sent. Ask bank support about it',
  ],
  [{ code: 'alert-undecided' }, 'Decide first if the suggested alert belongs to it'],
  [
    { code: 'inquiry-undecided' },
    'The latest status check is undecided. Check the status again first',
  ],
  [
    { code: 'support-reply-unresolved' },
    'The reply of bank support must be resolved first. See Call the bank, under Unknown outcomes',
  ],
  [
    { code: 'copied-already' },
    'It was copied after it was closed. The copy may be sent, or was sent',
  ],
  [{ code: 'sending-not-ended' }, 'The last sending has not ended yet'],
  [
    { code: 'inquiry-first', countsFrom: '2026-11-23T14:05:59.999Z' },
    `Check the status after ${localTime('2026-11-23T14:05:59.999Z')}. It can be resent only if that check does not find it`,
  ],
  [
    { code: 'unit-not-confirmed' },
    'The bank\u2019s unit of ACH amounts is not confirmed in pre-production (Settings, ACH)',
  ],
  [
    { code: 'terms-changed' },
    'ACH origination settings changed after it was submitted. Return it to draft and submit it again',
  ],
  [
    { code: 'date-too-far' },
    'Its effective date is more than 31 days from today. Return it to draft and change the date',
  ],
  [
    { code: 'restore-unconfirmed' },
    'Payments are on hold after a restore until two people confirm operators and policy',
  ],
  [
    overLimit,
    'The daily limit for wires is USD 1.00. Together with orders sent, resent or queued on 2026-11-23 (New York), this makes USD 2.00. There is room from 2026-11-24.',
  ],
  [
    { code: 'follow-up', by: 'reentry', why: 'unfit' },
    'Only returned or rejected entries are presented again',
  ],
  [
    { code: 'follow-up', by: 'reentry', why: 'reported' },
    'A return was only reported. The entry is presented again once the bank\u2019s inquiry shows it',
  ],
  [
    { code: 'follow-up', by: 'reentry', why: 'same' },
    'Already presented again. Finish that draft or batch first',
  ],
  [
    { code: 'follow-up', by: 'reentry', why: 'other' },
    'Already has a reversal. Discard it, or wait for its result',
  ],
  [
    { code: 'follow-up', by: 'reversal', why: 'unfit' },
    'Returned or rejected entries are not reversed',
  ],
  [
    { code: 'follow-up', by: 'reversal', why: 'reported' },
    'A return was reported. The entry is reversed once the bank\u2019s inquiry shows that it did not come back',
  ],
  [
    { code: 'follow-up', by: 'reversal', why: 'same' },
    'Already reversed. Finish that draft or batch first',
  ],
  [
    { code: 'follow-up', by: 'reversal', why: 'other' },
    'Already presented again. Reverse the new entry',
  ],
  [
    { code: 'original-unresolved' },
    'The original was closed as not made, but may be at the bank by now. This copy could pay twice. Check the status of the original first',
  ],
  [
    { code: 'original-made' },
    'The bank took the original after all. This copy could pay twice. To pay again on purpose, copy the original anew. Return it to draft and discard it',
  ],
  [
    { code: 'not-copied', why: 'restored' },
    'Data was restored from a backup, and it may have been sent since. A copy could pay twice. A second person must first confirm that it was not sent',
  ],
  [
    { code: 'not-copied', why: 'at-bank-staff' },
    'The bank\u2019s staff has it and may still send it. A copy would pay twice. Ask bank support first',
  ],
  [
    { code: 'not-copied', why: 'reported' },
    'The bank has reported it, or an alert may belong to it. A copy could pay twice',
  ],
  [
    { code: 'may-be-made', lastDay: '2026-11-24' },
    'The bank may still make it until the end of 2026-11-24 in New York. A copy could pay twice',
  ],
  [
    { code: 'not-copied', why: 'not-confirmed-by-inquiry' },
    'A status check by a proven route, after its last day at the bank, must first report that the bank does not have it. A copy could pay twice',
  ],
  [
    { code: 'not-copied', why: 'follows-entries' },
    'Reversals and entries presented again are prepared from the original entries, not copied',
  ],
  [
    { code: 'evidence-needed', missing: ['ownership'] },
    'The policy requires an ownership check of the beneficiary',
  ],
  [
    { code: 'evidence-needed', missing: ['ownership-too-old'] },
    'The policy requires a newer ownership check',
  ],
  [
    { code: 'evidence-needed', missing: ['ownership-no-match'] },
    'The policy requires an ownership check with a matching owner',
  ],
  [
    { code: 'evidence-needed', missing: ['validate', 'payee'] },
    'The policy requires a bank pre-check of this message and a payee from the payee book, approved and unchanged',
  ],
  [
    { code: 'evidence-needed', missing: ['validate-failed', 'payees-changed'] },
    'The policy requires a bank pre-check that the bank did not refuse',
  ],
  [
    { code: 'evidence-needed', missing: ['payees-changed'] },
    'A payee was changed or removed in the payee book since its approval. Send it back and have it approved again',
  ],
  [
    { code: 'evidence-needed', missing: ['payees-not-shown', 'restored'] },
    'It was approved before approvers were shown the owners of typed accounts, and some entries are flagged. Send it back and have it approved again. Data was restored from a backup. This order, or the same under another reference, may have been sent since. A second person must first confirm that it was not',
  ],
]

it.each(texts)('explains why an action is not possible: %o', (blocker, text) => {
  expect(actBlocker.parse(blocker)).toEqual(blocker)
  expect(actBlockerText(blocker, 'approved')).toBe(text)
  expect(disabledReasonOf(blocker, 'approved')).toBe(text)
})

it('has a text for every reason and every missing evidence', () => {
  const codes = actBlocker.options.flatMap<string>(({ shape: { code } }) =>
    'options' in code ? code.options : [...code.values],
  )
  expect(new Set(texts.map(([{ code }]) => code))).toEqual(new Set(codes))
  const missing = texts.flatMap(([one]) => (one.code === 'evidence-needed' ? one.missing : []))
  expect(new Set(missing)).toEqual(new Set(missingEvidence))
})

it('disables nothing without a reason', () => {
  expect([disabledReasonOf(null, 'draft'), disabledReasonOf(undefined, 'draft')]).toEqual(['', ''])
})
