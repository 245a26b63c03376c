/**
 * The rules of an origination's answer beyond the common envelope: the batch is in a wrapper or
 * alone, rejections are in errorMessages, and a success may carry `rejected` (bank document 3, ACH
 * origination response; bank note 83).
 */
import type { BankMessage } from '../../../preload/contract/bank/account-validation.ts'
import { batchVocabulary } from '../answers/classification.ts'
import type { AnswerRules } from '../answers/read-answer.ts'
import { jsonObject, member, scalarText } from '../answers/read-shape.ts'

/**
 * The batch together with the members beside it in the wrapper, so that no received member is
 * dropped (Promise P6).
 */
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

export const originationRules: AnswerRules = {
  place: batchIn,
  messages: errorMessages,
  failedInSuccess: (json) => {
    const status = batchVocabulary.statusIn(json)
    return status !== null && batchVocabulary.rejected.includes(status)
  },
}
