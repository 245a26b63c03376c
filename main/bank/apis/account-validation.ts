/**
 * The bank's account validation API: verifyAccount of both versions and the health check (bank
 * document 1, Health checks; bank document 2; bank notes 10, 24-27, 106).
 */
import type {
  AccountAnswer,
  AccountInquiry,
} from '../../../preload/contract/bank/account-validation.ts'
import { pathOf } from '../../../preload/contract/bank/endpoints.ts'
import type { HealthAnswer } from '../../../preload/contract/api/workstation-state.ts'
import { readValidation } from './account-validation-answer.ts'
import { toWire } from './account-validation-wire.ts'
import type { ReadResult } from '../client/bank-call.ts'
import type { BankClient } from '../bank-client.ts'
import { resolveCallOptions, type CallOptions } from '../call-options.ts'
import type { InquiryIds } from '../connection.ts'
import { checkHealth } from '../health-check.ts'

/**
 * `v2Path` is null until someone configures it: the document does not give the v2 path (bank note
 * 26).
 */
export interface AccountValidationDeps {
  readonly client: BankClient
  readonly ids: () => InquiryIds
  readonly v2Path: () => string | null
}

/** One validation and the id of its recorded call; null when no call was made. */
export interface VerifiedAccount {
  readonly answer: AccountAnswer
  readonly callId: string | null
}

/** Never rejects because of the bank. */
export interface AccountValidationApi {
  /**
   * Sends one inquiry. Throws RangeError for v2 without a configured path: the caller must have
   * checked.
   */
  verify(inquiry: AccountInquiry, callOptions: CallOptions | string): Promise<VerifiedAccount>
  /**
   * Calls the health check, the recommended first call of a new program. Every value is as received
   * (bank note 10).
   */
  health(callOptions: CallOptions | string): Promise<HealthAnswer>
}

/** Creates the API of one client. */
export function createAccountValidation(deps: AccountValidationDeps): AccountValidationApi {
  const { client } = deps
  return {
    async verify(inquiry, callOptions) {
      const path = inquiry.apiVersion === 'v1' ? pathOf('account-validation') : deps.v2Path()
      if (path === null) throw new RangeError('v2: no path is configured')
      const result = await client.read({
        ...resolveCallOptions(callOptions),
        method: 'POST',
        path,
        body: JSON.stringify(toWire(inquiry, deps.ids())),
        purpose: 'account-validation',
      })
      return { answer: answerIn(result), callId: result.callId }
    },
    async health(callOptions) {
      const { status, fields, failure } = await checkHealth(
        client,
        'account-validation',
        callOptions,
      )
      return { status, fields, failure }
    },
  }
}

/**
 * Reads the answer as stored, so that no value that must not be stored can reach the result (bank
 * note 39).
 */
const answerIn = (result: ReadResult): AccountAnswer =>
  result.kind === 'answered' ? readValidation(result) : { kind: result.kind, reason: result.reason }
