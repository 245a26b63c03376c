/**
 * What a refusal says of a payment or batch beside refusing it. The body of a 400, 401 or 500 carries the
 * payment's status (3-payments-and-ach-origination.md, Payment response), so the status of HTTP alone does
 * not say that nothing was taken in (trap 18).
 */
import type { MoneyVocabulary } from './classification.ts'
import { isUnder, textsOf, type NamedText } from './named-texts.ts'
import type { WireAnswer } from './transport.ts'

const statusName = /^(payment|batch|transaction)?[\s_-]?status$/i

/** Whether a text is the status of HTTP again, which says nothing of a payment. */
const isOfHttp = ({ text }: NamedText, status: number): boolean => text.trim() === String(status)

const textsIn = (answer: WireAnswer): readonly NamedText[] =>
  textsOf(answer.body.toString('utf8')).filter((one) => !isOfHttp(one, answer.status))

/**
 * Whether a refusal leaves a doubt: it states a status that is no rejection, anywhere in its body or in
 * words, or holds what the bank gives only to what it took in. A transaction id is not looked for here.
 */
export function refusalLeavesDoubt(answer: WireAnswer, vocabulary: MoneyVocabulary): boolean {
  return textsIn(answer).some(
    (one) =>
      (isUnder(one, statusName) && !vocabulary.rejected.includes(one.text)) ||
      isUnder(one, vocabulary.givenWhenTaken) ||
      (one.isWords && (vocabulary.takenInWords.test(one.text) || saysBroken(one, vocabulary))),
  )
}

/** Whether JSON that broke off or is nested too deep states a status that is no rejection. */
const saysBroken = ({ text }: NamedText, { rejected }: MoneyVocabulary): boolean =>
  [...text.matchAll(/"(?:\w*_)?status"\s*:\s*"([^"]+)/gi)].some(
    ([, said = '']) => !rejected.includes(said),
  )
