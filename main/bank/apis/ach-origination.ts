/**
 * The bank's ACH origination API: CCD, CTX and PPD batches, and the status of their addenda (bank
 * document 3, Endpoints; bank notes 11, 46, 78-89). No PartnerClientId is sent: the document
 * requires it for wire and RTP calls only (bank note 11).
 */
import type { AddendaStatusRequest } from './addenda-status.ts'
import {
  addendaStatusAnswer,
  originationAnswer,
  type AddendaStatusReading,
  type OriginationReading,
} from '../../../preload/contract/bank/ach-origination/answers.ts'
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { BankMessage } from '../../../preload/contract/bank/answers/bank-message.ts'
import { pathOf } from '../../../preload/contract/bank/endpoints.ts'
import { queryBank, type QueryResult, type Wait } from '../query-bank.ts'
import type { BankClient } from '../bank-client.ts'
import { resolveCallOptions, type CallOptions } from '../call-options.ts'
import { batchVocabulary } from '../answers/classification.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { moneyAnswer, type MoneyAnswer } from './money-answer.ts'
import type { AnswerRules } from '../answers/read-answer.ts'
import { jsonObject, member, scalarText } from '../answers/read-shape.ts'

export type Originated = MoneyAnswer<OriginationReading>

/** Never rejects because of the bank. */
export interface AchOriginationApi {
  /**
   * Sends one batch, once, in the initiation lane unless another is named. `bodyText` is the
   * approved text and goes out byte for byte; the caller has already written it to the journal. The
   * documents do not say that the bank rejects a repeated batch (bank note 84): never call this
   * again for a batch whose outcome is unknown. Throws RangeError, with nothing sent, for a body
   * whose secCode is not the endpoint's.
   */
  originate(
    secCode: SecCode,
    bodyText: string,
    callOptions: CallOptions | string,
  ): Promise<Originated>
  /**
   * Reads one page of addenda. A `rejected` in it is a status of the origination, not a failed
   * call.
   */
  addendaStatus(
    request: AddendaStatusRequest,
    callOptions: CallOptions | string,
  ): Promise<QueryResult<AddendaStatusReading>>
}

/** Creates the API of one client; a test passes its own wait between retries. */
export function createAchOrigination(deps: {
  readonly client: Pick<BankClient, 'read' | 'move'>
  readonly wait?: Wait
}): AchOriginationApi {
  const { client, wait } = deps
  return {
    async originate(secCode, bodyText, callOptions) {
      if (secCodeIn(bodyText) !== secCode) throw new RangeError(`the body is no ${secCode} batch`)
      const purpose = `originate-${endpointNames[secCode]}` as const
      const given = typeof callOptions === 'string' ? { actor: callOptions } : callOptions
      const result = await client.move(
        {
          ...resolveCallOptions({ ...given, lane: given.lane ?? 'initiation' }),
          method: 'POST',
          path: pathOf(purpose),
          body: bodyText,
          purpose,
        },
        batchVocabulary,
      )
      return moneyAnswer(originationAnswer, result, originationRules)
    },
    addendaStatus({ uuid, pageSize, startAddendaSequenceNumber }, callOptions) {
      const body = JSON.stringify({ uuid, pageSize, startAddendaSequenceNumber })
      const question = { endpoint: 'ach-addenda-status', shape: addendaStatusAnswer, body } as const
      return queryBank(client, question, callOptions, wait)
    },
  }
}

const endpointNames = { CCD: 'ccd', CTX: 'ctx', PPD: 'ppd' } as const satisfies Record<
  SecCode,
  string
>

function secCodeIn(bodyText: string): unknown {
  const parsed = parseExact(bodyText)
  return 'json' in parsed ? member(member(parsed.json, 'batch'), 'secCode') : undefined
}

/**
 * The batch together with the members beside it in the wrapper, so that no received member is
 * dropped (Promise P6).
 */
function batchIn(json: unknown): unknown {
  const batch = jsonObject(member(json, 'batch'))
  if (batch === undefined) return json
  const { batch: _, ...beside } = jsonObject(json) ?? {}
  const present = Object.entries(batch).filter(([, value]) => value !== null)
  return { ...beside, ...Object.fromEntries(present) }
}

function errorMessages(json: unknown): BankMessage[] {
  const listed = member(batchIn(json), 'errorMessages')
  const all = Array.isArray(listed) ? (listed as unknown[]) : [listed]
  return all.flatMap((one) => {
    const message = {
      code: scalarText(member(one, 'code')),
      text: scalarText(member(one, 'moreInfo')) ?? scalarText(one),
    }
    return message.code === null && message.text === null ? [] : [message]
  })
}

/**
 * The rules of an origination's answer beyond the common envelope: the batch is in a wrapper or
 * alone, rejections are in errorMessages, and a success may carry `rejected` (bank document 3, ACH
 * origination response; bank note 83).
 */
const originationRules: AnswerRules = {
  place: batchIn,
  messages: errorMessages,
  failedInSuccess: (json) => {
    const status = batchVocabulary.statusIn(json)
    return status !== null && batchVocabulary.rejected.includes(status)
  },
}
