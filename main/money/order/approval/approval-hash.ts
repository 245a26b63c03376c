/**
 * What an approval binds, and what two people have seen before a second sending: each one hash over canonical JSON, so
 * that anybody can compute it again from the store (design, Money lifecycle; promise P3).
 */
import type { Selectable } from 'kysely'
import type { Environment } from '../../../../preload/contract/domain/environment.ts'
import { canonicalJson, type JsonValue } from '../../../platform/json/canonical-json.ts'
import type {
  OrderAlertsTable,
  OrderAttemptsTable,
  OrderDeskWordsTable,
  OrderLookUpsTable,
  OrderStatementsTable,
} from '../../../store/schema/money-tables.ts'
import type { SessionProfile } from '../../../profile/session-context.ts'
import type { OrderKinds, OrderRow } from '../types.ts'
import type { Reader } from '../../../store/store.ts'
import { sha256Of } from '../../../platform/sha256.ts'

/** The profile that an approval is for, and the bank that it names: on another it is another approval. */
export interface HashPlace {
  readonly profileId: string
  readonly environment: Environment
  readonly profile: () => Pick<SessionProfile, 'details'>
  readonly kinds: OrderKinds
}

/** Of an order, what its binding covers. */
export type HashedOrder = Pick<
  OrderRow,
  | 'id'
  | 'body_sha256'
  | 'ownership_validation_id'
  | 'validate_call_id'
  | 'validate_body_sha256'
  | 'validate_kind'
  | 'payee_id'
  | 'payee_version'
  | 'service'
  | 'form'
  | 'debit_account'
> & {
  /** What its approvers see of a restore; a draft that was never restored has nothing of it. */
  readonly restored?: string | null
}

const hashOf = (value: JsonValue): string => sha256Of(canonicalJson(value))

/** Hash of the address that an order goes to, and of who we are there; null in practice, whose bank is always the same. */
export function bankOf({ profile }: Pick<HashPlace, 'profile'>): string | null {
  const { details } = profile()
  return details && bankAt(details.baseUrl, details.partnerClientId)
}

/** The hash of one bank, by its address, with or without a slash at its end, and our client id there. */
export const bankAt = (baseUrl: string | null, partnerClientId: string | null): string =>
  hashOf(['countersign-bank-1', baseUrl?.replace(/\/+$/, '') ?? null, partnerClientId])

/**
 * What approvals of this order bind: its body, the evidence beside it, the profile and the bank. `bank` null: approvals
 * of practice, and of before they covered it.
 */
export function approvalHash(
  row: HashedOrder,
  place: HashPlace,
  bank: string | null = bankOf(place),
): string {
  const { profileId, environment, kinds } = place
  const evidence = {
    ownership: row.ownership_validation_id,
    validate:
      row.validate_body_sha256 === null
        ? null
        : {
            callId: row.validate_call_id,
            bodySha256: row.validate_body_sha256,
            kind: row.validate_kind,
          },
    payee: row.payee_id === null ? null : { id: row.payee_id, version: row.payee_version },
  }
  return hashOf([
    'countersign-approval-1',
    profileId,
    environment,
    row.id,
    row.body_sha256,
    evidence,
    ...kinds.of(row).bound(row),
    ...(typeof row.restored === 'string' ? [{ restored: sha256Of(row.restored) }] : []),
    ...(bank === null ? [] : [{ bank }]),
  ])
}

/** The binding of an order for the bank that the profile names, and what the act that makes it tells. */
export function currentHash(
  row: HashedOrder,
  place: HashPlace,
): { readonly binding: string; readonly bodySha256: string | null; readonly bank?: string } {
  const bank = bankOf(place)
  const binding = approvalHash(row, place, bank)
  return { binding, bodySha256: row.body_sha256, ...(bank !== null && { bank }) }
}

type SeenAttempt = Pick<Selectable<OrderAttemptsTable>, 'seq' | 'outcome' | 'reason' | 'status'>
type SeenLookUp = Pick<Selectable<OrderLookUpsTable>, 'looked_by' | 'verdict' | 'word' | 'route'>
type SeenWord = Pick<
  Selectable<OrderDeskWordsTable>,
  'seq' | 'said' | 'contact' | 'said_at' | 'ticket' | 'confirmed_by'
>
type SeenAlert = Pick<Selectable<OrderAlertsTable>, 'alert_seq' | 'decision'>
type SeenStatement = Pick<Selectable<OrderStatementsTable>, 'seq' | 'source' | 'word'>

/** What two people see before they end a doubt. */
interface SeenEvidence {
  readonly attempts: readonly SeenAttempt[]
  readonly lookUps: readonly SeenLookUp[]
  readonly statements: readonly SeenStatement[]
  /** What the bank's desk said, unless it was withdrawn. */
  readonly words: readonly SeenWord[]
  readonly alerts: readonly SeenAlert[]
}

/** What look-ups add to what is known: one that gets the answer of the one before it, or no answer at all, adds nothing. */
function newsOf(lookUps: readonly SeenLookUp[]): JsonValue[] {
  const last = new Map<string, string>()
  return lookUps.flatMap(({ looked_by: way, verdict, word, route }) => {
    if (verdict === 'no-answer' && word === null) return []
    const said = [way, verdict, word, route]
    const isRepeated = last.get(way) === canonicalJson(said)
    last.set(way, canonicalJson(said))
    return isRepeated ? [] : [said]
  })
}

/**
 * The evidence that two people see before a second sending. Another sending, another answer to a look-up or another
 * word of the bank is other evidence: the second person has to look again.
 */
export function unknownEvidence(
  { id, body_sha256 }: Pick<OrderRow, 'id' | 'body_sha256'>,
  { attempts, lookUps, statements, words, alerts }: SeenEvidence,
): string {
  return hashOf([
    'countersign-doubt-2',
    id,
    body_sha256,
    attempts.map(({ seq, outcome, reason, status }) => [seq, outcome, reason, status]),
    newsOf(lookUps),
    statements.map(({ seq, source, word }) => [seq, source, word]),
    words.map(({ seq, said, contact, said_at, ticket, confirmed_by }) => [
      seq,
      said,
      contact,
      said_at,
      ticket,
      confirmed_by,
    ]),
    alerts.map(({ alert_seq, decision }) => [alert_seq, decision]),
  ])
}

/** The same, read from the store or inside a transaction. */
export async function readUnknownEvidence(
  reader: Reader,
  row: Pick<OrderRow, 'id' | 'body_sha256'>,
): Promise<string> {
  const [attempts, lookUps, statements, words, alerts] = await Promise.all([
    reader
      .selectFrom('order_attempts')
      .select(['seq', 'outcome', 'reason', 'status'])
      .where('order_id', '=', row.id)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_look_ups')
      .select(['looked_by', 'verdict', 'word', 'route'])
      .where('order_id', '=', row.id)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_statements')
      .select(['seq', 'source', 'word'])
      .where('order_id', '=', row.id)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_desk_words')
      .select(['seq', 'said', 'contact', 'said_at', 'ticket', 'confirmed_by'])
      .where('order_id', '=', row.id)
      .where('withdrawn_at', 'is', null)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_alerts')
      .select(['alert_seq', 'decision'])
      .where('order_id', '=', row.id)
      .orderBy('alert_seq')
      .execute(),
  ])
  return unknownEvidence(row, { attempts, lookUps, statements, words, alerts })
}
