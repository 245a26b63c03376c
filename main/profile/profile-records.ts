/**
 * The profile data in the encrypted store: details, own accounts, a private CA. Every change is an
 * audited act.
 */
import {
  emptyDetails,
  ownAccount,
  profileDetails,
  type OwnAccount,
  type OwnAccountInput,
  type ProfileDetails,
} from '../../preload/contract/api/profiles/profile-details.ts'
import { tickedSteps, type StepTicking } from '../../preload/contract/api/certificates/steps.ts'
import {
  maskedAccount,
  significantAccount,
  withoutLeadingZeros,
} from '../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import type { Clock } from '../platform/clock.ts'
import { follow } from '../store/follow.ts'
import { fieldsOf } from '../store/named-row.ts'
import { recordUnlessRefused } from '../store/record-unless-refused.ts'
import type { Act, Store } from '../store/store.ts'
import type { OwnAccountsTable } from '../store/tables/profile.ts'
import type { Reader } from '../store/tables.ts'
import { withDetail } from '../store/with-detail.ts'

/**
 * Steps that operators ticked as done with the authority and the bank. Each tick is bound to one
 * item by its SHA-256: a request by its public key, a certificate by its own hash. For any other
 * item the tick does not count.
 */
const certificateSteps = z.partialRecord(
  z.enum(tickedSteps),
  z.object({ about: z.string(), on: z.iso.date(), at: z.iso.datetime() }),
)
export type CertificateSteps = z.infer<typeof certificateSteps>

const parts = {
  details: profileDetails,
  'private-ca': z.object({ pem: z.string() }).nullable(),
  'recovery-file': z.object({ writtenAt: z.iso.datetime() }).nullable(),
  'certificate-steps': certificateSteps,
}
type Parts = { [K in keyof typeof parts]: z.infer<(typeof parts)[K]> }

/** An own account with its number. */
export type StoredAccount = Omit<OwnAccountsTable, 'at' | 'actor' | 'removed_at'>

type NotFound = Failure<'not-found'>

export interface ProfileRecords {
  details(): ProfileDetails
  privateCa(): string | null
  recoveryFileAt(): string | null
  accounts(): readonly StoredAccount[]
  changeDetails(details: ProfileDetails, actor: string): Promise<void>
  setPrivateCa(pem: string | null, fingerprint: string, actor: string): Promise<void>
  recoveryFileWritten(at: string, actor: string): Promise<void>
  certificateSteps(): CertificateSteps
  /** `about`: SHA-256 of the request or certificate the tick is about. */
  tickStep(ticking: StepTicking, about: string, actor: string): Promise<void>
  /** Saves an account: a new one under `newId`, or one that exists, without a number under its own. */
  saveAccount(
    account: OwnAccountInput,
    newId: string,
    actor: string,
  ): Promise<Result<undefined, NotFound>>
  removeAccount(id: string, actor: string): Promise<Result<undefined, NotFound>>
  /** Calls back when another workstation has changed them. */
  onOthersChange(listener: () => void): void
}

/** The ACH list takes at most 16 digits, so a 17-digit account cannot be listed (bank note 36). */
const isListable = (number: string): boolean => withoutLeadingZeros(number).length <= 16

/** Returns the account as the window sees it: masked. */
export const shownAccount = (account: StoredAccount): OwnAccount => ({
  ...fieldsOf(account, ownAccount),
  account: maskedAccount(account.account_number),
  listable: isListable(account.account_number),
})

const accountColumns = [
  'id',
  'account_number',
  'account_significant',
  'routing_number',
  'bank_number',
  'name',
  'currency',
  'use',
  'company_id',
  'legal_name',
  'address',
] as const

/** Reads a profile's records. A part that no longer parses falls back to its own default. */
export async function openProfileRecords(store: Store, clock: Clock): Promise<ProfileRecords> {
  const listeners: (() => void)[] = []
  const known = await follow(store, {
    isConcerned: (kind) => kind.startsWith('profile.'),
    read: async (reader) => ({
      parts: await readParts(reader),
      accounts: await readAccounts(reader),
    }),
    changed: () => listeners.forEach((listener) => listener()),
  })
  const stored = (): Parts => known.value.parts
  const accountOf = (id: string | null): StoredAccount | undefined =>
    known.value.accounts.find((account) => account.id === id)

  const savePart = async <K extends keyof Parts>(
    name: K,
    next: (now: Parts[K]) => Parts[K],
    act: Omit<Act, 'subject'>,
  ): Promise<void> => {
    const { actor } = act
    const value = await store.record({ ...act, subject: 'profile' }, async (tx) => {
      const value = next(stored()[name])
      const row = { name, value: JSON.stringify(value), at: clock.now().toISOString(), actor }
      await tx
        .insertInto('profile_settings')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
      return value
    })
    known.value = { ...known.value, parts: { ...stored(), [name]: value } }
  }

  return {
    details: () => stored().details,
    privateCa: () => stored()['private-ca']?.pem ?? null,
    recoveryFileAt: () => stored()['recovery-file']?.writtenAt ?? null,
    accounts: () => known.value.accounts,
    onOthersChange: (listener) => void listeners.push(listener),
    async changeDetails(details, actor) {
      const changed = changedParts(stored().details, details)
      if (Object.keys(changed).length === 0) return
      const act = { actor, kind: 'profile.details-changed', detail: changed }
      // What others changed meanwhile stays.
      await savePart('details', (now) => ({ ...now, ...(changed as Partial<ProfileDetails>) }), act)
    },
    setPrivateCa: (pem, fingerprint, actor) =>
      savePart('private-ca', () => (pem === null ? null : { pem }), {
        actor,
        kind: pem === null ? 'profile.private-ca-removed' : 'profile.private-ca-trusted',
        detail: { sha256: fingerprint },
      }),
    recoveryFileWritten: (writtenAt, actor) =>
      savePart('recovery-file', () => ({ writtenAt }), {
        actor,
        kind: 'profile.recovery-file-written',
        detail: {},
      }),
    certificateSteps: () => stored()['certificate-steps'],
    async tickStep({ step, on }, about, actor) {
      const at = clock.now().toISOString()
      const kind = on === null ? 'profile.certificate-step-undone' : 'profile.certificate-step-done'
      const act = { actor, kind, detail: { step, on, about } }
      const ticked = ({ [step]: _before, ...others }: CertificateSteps): CertificateSteps =>
        on === null ? others : { ...others, [step]: { about, on, at } }
      await savePart('certificate-steps', ticked, act)
    },
    async saveAccount(account, newId, actor) {
      const { routingNumber, bankNumber, name, currency, use } = account
      const id = account.id ?? newId
      const part = {
        id,
        routing_number: routingNumber,
        bank_number: bankNumber,
        name,
        currency,
        use,
        company_id: account.companyId,
        legal_name: account.legalName,
        address: account.address,
        removed_at: null,
        at: clock.now().toISOString(),
        actor,
      }
      const detail = { routingNumber, bankNumber, name, use }
      const act = { actor, kind: 'profile.account-saved', subject: id, detail }
      const saved = await recordUnlessRefused(store, act, async (tx) => {
        const before = accountOf(account.id)
        const number = account.number ?? before?.account_number
        // Removed meanwhile, or never there.
        if (number === undefined || (account.id !== null && !before)) return err(notFound)
        const account_significant = significantAccount(number)
        const row = { ...part, account_number: number, account_significant }
        await tx
          .insertInto('own_accounts')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
        return ok(withDetail(undefined, { account: maskedAccount(number) }))
      })
      if (saved.ok) known.value = { ...known.value, accounts: await readAccounts(store.read) }
      return saved
    },
    async removeAccount(id, actor) {
      const at = clock.now().toISOString()
      const act = { actor, kind: 'profile.account-removed', subject: id, detail: {} }
      const removed = await recordUnlessRefused(store, act, async (tx) => {
        if (!accountOf(id)) return err(notFound)
        await tx.updateTable('own_accounts').set({ removed_at: at }).where('id', '=', id).execute()
        return ok(undefined)
      })
      if (removed.ok) known.value = { ...known.value, accounts: await readAccounts(store.read) }
      return removed
    },
  }
}

const notFound: NotFound = { code: 'not-found' }

const readAccounts = (reader: Reader): Promise<readonly StoredAccount[]> =>
  reader
    .selectFrom('own_accounts')
    .select(accountColumns)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** The state of a profile's card according to its audit acts. */
export interface StoredCard {
  /** Undefined when no act names the profile, as during its creation. */
  readonly name: string | undefined
  /** ISO UTC; null while the profile is in use. */
  readonly retiredAt: string | null
}

interface CardDetail {
  readonly name?: string
  readonly isRetired?: boolean
  readonly retiredAt?: string | null
}

/**
 * Reads the card's state from the audit, because the card is a plain file that anyone on this
 * computer can write.
 */
export async function readStoredCard(store: Store, id: string): Promise<StoredCard> {
  const acts = await store.read
    .selectFrom('audit_entries')
    .select(['at', 'kind', 'detail'])
    .where('subject', '=', id)
    .where('kind', 'like', 'profile.%')
    .orderBy('seq')
    .execute()
  const last = (...kinds: string[]) => {
    const act = acts.findLast(({ kind }) => kinds.includes(kind))
    return act && { ...act, recorded: JSON.parse(act.detail) as CardDetail }
  }
  const turned = last('profile.retired', 'profile.reinstated', 'profile.card-changed')
  const isRetired = turned?.kind === 'profile.retired' || turned?.recorded.isRetired === true
  return {
    name: last('profile.created', 'profile.renamed', 'profile.card-changed')?.recorded.name,
    retiredAt: isRetired ? (turned.recorded.retiredAt ?? turned.at) : null,
  }
}

async function readParts(reader: Reader): Promise<Parts> {
  const result: Parts = {
    details: emptyDetails,
    'private-ca': null,
    'recovery-file': null,
    'certificate-steps': {},
  }
  const rows = await reader.selectFrom('profile_settings').select(['name', 'value']).execute()
  for (const { name, value } of rows) {
    const schema = (parts as Record<string, z.ZodType | undefined>)[name]
    const parsed = schema?.safeParse(JSON.parse(value))
    if (parsed?.success) Object.assign(result, { [name]: parsed.data })
  }
  return result
}

/** Returns each changed detail with its new value, for the audit entry. */
function changedParts(before: ProfileDetails, after: ProfileDetails): Act['detail'] {
  const old: Record<string, unknown> = before
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(old[name]) !== JSON.stringify(value),
    ),
  )
}
