/**
 * What an origination's answer does beside the common envelope: the batch stands in a wrapper or alone,
 * refusals stand in errorMessages, and a success may say `rejected`
 * (3-payments-and-ach-origination.md, ACH origination response; trap 83).
 */
import type { BankMessage } from '../../../preload/contract/bank/account-validation.ts'
import { batchVocabulary } from '../answers/classification.ts'
import type { AnswerRules } from '../answers/read-answer.ts'
import { jsonObject, member, scalarText } from '../answers/read-shape.ts'

/** The batch, with what stands beside it in the wrapper: nothing that came is passed over (P6). */
function batchIn(json: unknown): unknown {
  const batch = jsonObject(member(json, 'batch'))
  if (batch === undefined) return json
  const { batch: _, ...beside } = jsonObject(json) ?? {}
  const held = Object.entries(batch).filter(([, value]) => value !== null)
  return { ...beside, ...Object.fromEntries(held) }
}

function errorMessages(json: unknown): BankMessage[] {
  const listed = member(batchIn(json), 'errorMessages')
  const all = Array.isArray(listed) ? (listed as unknown[]) : [listed]
  return all.flatMap((one) => {
    const said = {
      code: scalarText(member(one, 'code')),
      text: scalarText(member(one, 'moreInfo')) ?? scalarText(one),
    }
    return said.code === null && said.text === null ? [] : [said]
  })
}

/** What an origination's answer does beside the envelope. */
export const originationRules: AnswerRules = {
  place: batchIn,
  messages: errorMessages,
  failedInSuccess: (json) => {
    const status = batchVocabulary.statusIn(json)
    return status !== null && batchVocabulary.rejected.includes(status)
  },
}
