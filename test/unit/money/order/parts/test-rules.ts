/**
 * The rules of dual control as far as reading uses them: one approval by any checker who did not
 * write the order.
 */
import type { OrderRules } from '../../../../../main/money/order/order-rules.ts'

/** Other tests prove their meaning; here they only need to give an answer. */
export const testRules: OrderRules = {
  policiesFor: () => Promise.resolve([]),
  approvalRules: (policies) => ({
    needed: Math.max(...policies.map(({ approvals }) => approvals[0]?.approvals ?? 1)),
    namedBy: [],
  }),
  makersOf: (_reader, { maker }) => Promise.resolve([maker]),
  makersOfAll: (_reader, rows) =>
    Promise.resolve(new Map(rows.map(({ id, maker }) => [id, [maker]]))),
  whyNotApprover: (operator, _rules, makers) => {
    if (!operator?.roles.includes('checker')) return { code: 'not-permitted', needs: ['checker'] }
    return makers.includes(operator.id) ? { code: 'own-work' } : undefined
  },
  approversThatCount: (approvals, binding) =>
    approvals
      .filter((one) => one.voided_at === null && one.binding === binding)
      .map(({ operator }) => operator),
  readOutcomeEvidence: async (reader, { id }) => {
    const rows = await reader
      .selectFrom('order_look_ups')
      .select('seq')
      .where('order_id', '=', id)
      .execute()
    return `evidence of ${String(rows.length)} look-ups`
  },
  inquiryQualifiesFrom: (attempts, { lookUpAfterMinutes }) => {
    const ended = attempts.at(-1)?.ended_at
    return ended ? new Date(Date.parse(ended) + lookUpAfterMinutes * 60_000) : null
  },
  inquiryQualifies: ({ verdict, after_attempt }, attempts) =>
    verdict === 'not-found' && after_attempt === attempts.at(-1)?.seq,
  inquiriesAllowResend: (lookUps) => lookUps.at(-1)?.verdict === 'not-found',
}
