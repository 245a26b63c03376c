/** The health checks, each on its own (bank notes 9-11). */
import type { DoctorStepId } from '../../../preload/contract/api/doctor.ts'
import type {
  Product,
  ProductTerms,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import type { BankClient } from '../../bank/bank-client.ts'
import { checkHealth, type CheckedHealth, type HealthProduct } from '../../bank/health-check.ts'
import { objectIn } from '../../bank/answers/read-shape.ts'
import { answerFacts, pauseFacts } from './answer-facts.ts'
import { attention, factsOf, failed, fine, notRun, type StepResult } from './step-result.ts'

/** The health check steps, each with the agreed products that it covers. */
export const healthSteps = [
  {
    id: 'health-validation',
    health: 'account-validation',
    products: ['account-validation'],
  },
  { id: 'health-ach', health: 'ach-inquiry', products: ['ach-inquiry'] },
  { id: 'health-payments', health: 'payments', products: ['wire', 'rtp'] },
] as const satisfies readonly {
  readonly id: DoctorStepId
  readonly health: HealthProduct
  readonly products: readonly Product[]
}[]

/** The inputs of the health steps. */
export interface HealthQuestion {
  readonly client: BankClient
  readonly partnerClientId: string | null
  readonly products: readonly ProductTerms[]
  readonly actor: string
  readonly signal?: AbortSignal | undefined
}

type HealthFound = StepResult & { readonly checked: CheckedHealth | null }

/**
 * Checks one product's health. If the profile lists products, only those are checked; if it lists
 * none, all are.
 */
export async function examineHealth(
  { health, products }: (typeof healthSteps)[number],
  { client, partnerClientId, products: terms, actor, signal }: HealthQuestion,
): Promise<HealthFound> {
  const agreed = terms.some(({ product }) => products.some((own) => own === product))
  if (terms.length > 0 && !agreed) return { ...notRun('product-not-agreed'), checked: null }
  if (health === 'payments' && partnerClientId === null) {
    return { ...failed('partner-id-missing', []), checked: null }
  }
  const callOptions = { actor, whenPaused: 'fail', signal } as const
  const checked = await checkHealth(client, health, callOptions, partnerClientId)
  return { ...readHealth(checked, client.status().pausedUntil), checked }
}

function readHealth(checked: CheckedHealth, pausedUntil: Date | null): StepResult {
  const { status, fields, failure, answer } = checked
  const paused = failure === 'rate-paused' || status === 429
  if (paused) {
    return attention('rate-paused', [...answerFacts(answer, true), ...pauseFacts(pausedUntil)])
  }
  if (status === null) return failed('health-failed', factsOf(['No answer', failure]))
  const isSuccess = status >= 200 && status < 300
  // Every field is optional, so an empty object is a valid answer; a web page is not.
  const isReadable = objectIn(answer?.body ?? '') !== undefined
  const facts = answerFacts(answer, !isSuccess || !isReadable)
  if (status === 403) return failed('health-forbidden', facts)
  if (status >= 400 && status < 500) return failed('health-refused', facts)
  if (!isSuccess) return failed('health-failed', facts)
  if (!isReadable) return failed('health-unreadable', facts)
  return fine([...facts, ...factsOf(...fields.map(rawField))])
}

/** Shown unchanged; its zone is the bank's own (bank note 10). */
const rawField = ({ name, value }: { readonly name: string; readonly value: string }) =>
  [name === 'Timestamp' ? 'Timestamp (zone not stated)' : name, value] as const
