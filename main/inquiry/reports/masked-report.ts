/**
 * A masked answer as an operator sees it first; Traffic shows it unmasked and records who looked.
 * The text is masked first and the table parsed from the masked text, so no cell holds what the
 * body does not.
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { ReportAnswer } from '../../../preload/contract/api/reports/report-answer.ts'
import type { OtherField } from '../../../preload/contract/bank/answers/shape.ts'
import { callMask, type CallMask } from '../../bank/privacy/mask.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { inferTable } from '../../bank/answers/inferred-table.ts'

/** One call's answer, and the body sent for it. */
export interface UnmaskedReport {
  readonly answer: BankAnswer<InferredTable>
  readonly raw: string | null
  /** The bytes were not text: they cannot be masked and are shown in Traffic only. */
  readonly isBase64: boolean
  readonly requestBody: string | null
}

/** The masked answer. */
export interface MaskedReport {
  readonly answer: ReportAnswer['answer']
  readonly raw: string | null
  /** Masks another text of the same call. */
  readonly mask: CallMask
}

/** Masks answer and body. Parses the body twice. */
export function maskedReport({ answer, raw, isBase64, requestBody }: UnmaskedReport): MaskedReport {
  const text = isBase64 ? null : raw
  const mask = callMask({ path: '', requestBody, responseBody: text })
  const maskedRaw = text === null ? null : mask.body(text)
  return { answer: masked(answer, maskedRaw, mask), raw: maskedRaw, mask }
}

function masked(
  answer: BankAnswer<InferredTable>,
  raw: string | null,
  mask: CallMask,
): ReportAnswer['answer'] {
  const withMaskedTexts = <T extends { readonly text: string | null }>(
    messages: readonly T[],
  ): T[] =>
    messages.map((one) => ({ ...one, text: one.text === null ? null : mask.text(one.text) }))
  const besides = ({ beside }: { readonly beside: readonly OtherField[] }) =>
    beside.map(({ path, value }) => ({ path: mask.text(path), value: mask.at(path, value) }))
  switch (answer.kind) {
    case 'answered':
      return {
        ...answer,
        reading: tableIn(raw),
        warnings: withMaskedTexts(answer.warnings),
        beside: besides(answer),
      }
    case 'nothing-found':
      return {
        ...answer,
        reading: null,
        messages: withMaskedTexts(answer.messages),
        beside: besides(answer),
      }
    case 'refused':
      return {
        ...answer,
        reading: null,
        messages: withMaskedTexts(answer.messages),
        connectError: answer.connectError === null ? null : mask.text(answer.connectError),
        beside: besides(answer),
      }
    case 'not-understood':
      return { ...answer, beside: besides(answer) }
    case 'no-answer':
    case 'not-sent':
      return answer
  }
}

function tableIn(raw: string | null): InferredTable {
  const parsed = parseExact(raw ?? '')
  return inferTable('json' in parsed ? parsed.json : undefined)
}
