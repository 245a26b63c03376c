/**
 * The bank's ACH origination API, over the bank client: CCD, CTX and PPD batches, and what became of their
 * addenda (3-payments-and-ach-origination.md, Endpoints; traps 11, 46, 78-89). No PartnerClientId goes
 * out: it is stated for wire and RTP calls alone (trap 11).
 */
import type { AddendaStatusRequest } from './addenda-status.ts'
import {
  addendaStatusAnswer,
  originationAnswer,
  type AddendaStatusReading,
  type OriginationReading,
} from '../../../preload/contract/bank/ach-origination/answers.ts'
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { pathOf } from '../../../preload/contract/bank/endpoints.ts'
import { originationRules } from './ach-origination-answer.ts'
import { ask, type Asked, type Wait } from '../client/ask.ts'
import type { BankClient } from '../client/bank-client.ts'
import { callOf, type CallOptions } from '../client/call-options.ts'
import { batchVocabulary } from '../answers/classification.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { moneyAnswer, type MoneyAnswer } from './money-answer.ts'
import { member } from '../answers/read-shape.ts'

/** What became of one origination. */
export type Originated = MoneyAnswer<OriginationReading>

/** The API as services use it. Nothing here rejects on account of the bank. */
export interface AchOriginationApi {
  /**
   * Sends one batch, once, in the lane of initiation unless told otherwise. `bodyText` is what was
   * approved, and goes out byte for byte; whoever calls has journalled it. Nothing says that the bank
   * refuses a repeated batch (trap 84): never call this again for one whose outcome is unknown. Throws
   * RangeError, with nothing sent, for a body whose secCode is not the endpoint's.
   */
  originate(secCode: SecCode, bodyText: string, manner: CallOptions | string): Promise<Originated>
  /** Asks for one page of addenda. A `rejected` in it is news of the origination, not a failed call. */
  addendaStatus(
    request: AddendaStatusRequest,
    manner: CallOptions | string,
  ): Promise<Asked<AddendaStatusReading>>
}

/** Makes the API of one client; a test hands in its own wait between questions. */
export function createAchOrigination(parts: {
  readonly client: Pick<BankClient, 'read' | 'move'>
  readonly wait?: Wait
}): AchOriginationApi {
  const { client, wait } = parts
  return {
    async originate(secCode, bodyText, manner) {
      if (secCodeIn(bodyText) !== secCode) throw new RangeError(`the body is no ${secCode} batch`)
      const purpose = `originate-${endpointNames[secCode]}` as const
      const given = typeof manner === 'string' ? { actor: manner } : manner
      const result = await client.move(
        {
          ...callOf({ ...given, lane: given.lane ?? 'initiation' }),
          method: 'POST',
          path: pathOf(purpose),
          body: bodyText,
          purpose,
        },
        batchVocabulary,
      )
      return moneyAnswer(originationAnswer, result, originationRules)
    },
    addendaStatus({ uuid, pageSize, startAddendaSequenceNumber }, manner) {
      const body = JSON.stringify({ uuid, pageSize, startAddendaSequenceNumber })
      const question = { endpoint: 'ach-addenda-status', shape: addendaStatusAnswer, body } as const
      return ask(client, question, manner, wait)
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
