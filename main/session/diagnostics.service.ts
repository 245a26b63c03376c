/**
 * One readable file for support: the state of this program, this computer and its open profiles.
 * Contains only facts that are named here one by one, never bodies of calls. Every text is redacted
 * with all secrets and names that the open profiles know.
 */
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism, freemem, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { InstalledCertificate } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import type { DoctorReport } from '../../preload/contract/api/doctor.ts'
import type { WorkstationState } from '../../preload/contract/api/workstation-state.ts'
import { redactorForAway } from '../bank/privacy/redact-away.ts'
import type { Clock } from '../platform/clock.ts'
import { readDetails } from '../money/payee-details.ts'
import type { ProfilesService } from './profiles.service.ts'
import type { Session } from './session.ts'
import { either } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'

export interface DiagnosticsDeps {
  readonly profiles: Pick<ProfilesService, 'shown' | 'state' | 'openSession' | 'otherListeners'>
  readonly state: () => WorkstationState
  readonly dataFolder: string
  /** The file of a profile's store; undefined in practice. */
  readonly storeFile: (profileId: string) => string | undefined
  readonly lastExamination: (profileId: string) => DoctorReport | undefined
  readonly clock: Clock
}

const mostCalls = 500
const mostLogCharacters = 1_000_000
/** A shorter name would be found inside other words. */
const leastName = 3

/** Returns the diagnostics as JSON, indented by two spaces. */
export async function writeDiagnostics(deps: DiagnosticsDeps): Promise<string> {
  const open = openSessions(deps)
  const [secrets, names] = [open.flatMap(secretsOf), (await Promise.all(open.map(namesOf))).flat()]
  const redact = redactorForAway({ secrets, names: [...new Set(names)] })
  const content = await contentOf(deps, open)
  return `${JSON.stringify(content, (_name, value: unknown) => (typeof value === 'string' ? redact(value) : value), 2)}\n`
}

function openSessions({ profiles }: DiagnosticsDeps): Session[] {
  const shown = profiles.shown()
  const others = profiles
    .state()
    .cards.flatMap(({ id }) => profiles.openSession(id) ?? [])
    .filter((session) => session !== shown)
  return [shown, ...others]
}

const secretsOf = ({ real }: Session): readonly string[] => real?.secretTexts() ?? []

/**
 * Returns the names and account numbers in a store: payees, parties, receivers, operators. The
 * profile's name is not redacted.
 */
async function namesOf({ services }: Session): Promise<string[]> {
  if (!services) return []
  const { read } = services.store
  const [orders, entries, debited, validations, versions, operators] = await Promise.all([
    read
      .selectFrom('orders')
      .select(['beneficiary', 'beneficiary_account', 'debit_account'])
      .execute(),
    read
      .selectFrom('batch_entries')

      .select([
        'account_significant',
        'debited_significant',
        sql<string>`json_extract(typed, '$.receiverName')`.as('receiver'),
      ])
      .distinct()
      .execute(),
    read.selectFrom('batches').select('debited_account').distinct().execute(),
    read.selectFrom('validations').select(['owner_name', 'account_number']).distinct().execute(),
    read.selectFrom('payee_versions').select('details').execute(),
    read.selectFrom('operators').select('name').execute(),
  ])
  const payees = versions.flatMap(({ details }) => {
    if (details === null) return []
    const { name, accountNumber } = readDetails(details)
    return [name, accountNumber]
  })
  return [orders, entries, debited, validations, operators]
    .flatMap((rows) => rows.flatMap((row) => Object.values<string | null>(row)))
    .concat(payees)
    .filter((text): text is string => text !== null && text.trim().length >= leastName)
    .map((text) => text.trim())
}

async function contentOf(deps: DiagnosticsDeps, open: readonly Session[]) {
  const { clock, profiles } = deps
  const { version, keychain } = deps.state()
  const versions: Readonly<Record<string, string | undefined>> = process.versions
  return {
    what: 'Countersign diagnostics. Contains names of profiles, but no secrets, account numbers, names of people or payees, or bodies of calls.',
    createdAt: clock.now().toISOString(),
    program: {
      version,
      electron: versions['electron'] ?? null,
      chromium: versions['chrome'] ?? null,
      node: process.versions.node,
    },
    computer: {
      system: platform(),
      release: release(),
      architecture: process.arch,
      processors: availableParallelism(),
      memoryMegabytes: { whole: megabytes(totalmem()), free: megabytes(freemem()) },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    keychain: keychain.state === 'problem' ? keychain.problem.kind : keychain.state,
    profiles: profiles.state().cards.map(({ name, environment, retiredAt }) => ({
      name,
      environment,
      isRetired: retiredAt !== null,
    })),
    listenersBehind: profiles
      .otherListeners()
      .map(({ environment, running }) => ({ environment, state: running.state })),
    open: await Promise.all(open.map((session) => profileOf(deps, session))),
    log: await logLines(deps.dataFolder),
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000)

async function profileOf(deps: DiagnosticsDeps, session: Session) {
  const { identity, services, real, connection, storeState } = session
  const { bank, budget } = connection.state()
  const file = deps.storeFile(identity.id)
  const profile = real?.shown()
  const examined = deps.lastExamination(identity.id)
  return {
    environment: identity.environment,
    isRetired: identity.retired,
    store: storeState.state,
    storeBytes: file === undefined ? null : await sizeOf(file),
    ...(services && { tables: await tablesOf(services.store) }),
    bank: bank.state,
    budget,
    certificates: {
      current: publicFacts(profile?.certificate),
      previous: publicFacts(profile?.previousCertificate),
    },
    lacks: profile?.missing ?? [],
    ...(services && {
      listener: services.listener.running().state,
      isStoring: services.intake.notStoring() === null,
      coverage: await services.coverage.summary(),
      backups: await backupsOf(services.backups),
      calls: await callsOf(services.store),
    }),
    examination: examined?.steps.map(({ id, state }) => ({ id, state })) ?? null,
  }
}

const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  )

/** Validity and kind of a certificate, without the names in it. */
const publicFacts = (profile: InstalledCertificate | null | undefined) =>
  profile?.chain.map(({ role, validFrom, validTo, keyKind }) => ({
    role,
    from: validFrom,
    until: validTo,
    keyKind,
  })) ?? null

async function backupsOf(backups: NonNullable<Session['services']>['backups']) {
  const { items, problem, second, fromFuture } = await backups.state()
  return {
    count: items.length,
    newest: items[0]?.at ?? null,
    problem,
    fromFuture,
    hasSecondFolder: second !== null,
  }
}

/** Returns row counts by table. */
async function tablesOf({ read }: Store) {
  const names = await either<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'store' ORDER BY tablename`,
  ).execute(read as never)
  const rows: Record<string, number> = {}
  for (const { name } of names.rows) {
    const counted = await sql<{
      rows: number
    }>`SELECT count(*) AS rows FROM ${sql.table(name)}`.execute(read as never)
    rows[name] = counted.rows[0]?.rows ?? 0
  }
  return rows
}

/** Calls are listed by purpose and not by path, because a path contains accounts and references. */
async function callsOf({ read }: Store) {
  const calls = await read
    .selectFrom('bank_calls')
    .select(['at', 'method', 'purpose', 'status', 'outcome', 'started_at', 'finished_at'])
    .orderBy('seq', 'desc')
    .limit(mostCalls)
    .execute()
  return calls.map(({ at, method, purpose, status, outcome, started_at, finished_at }) => ({
    at,
    method,
    endpoint: purpose,
    status,
    outcome,
    tookMs: Date.parse(finished_at) - Date.parse(started_at),
  }))
}

/** Returns the newest log lines, oldest first. */
async function logLines(dataFolder: string): Promise<unknown[]> {
  const texts = await Promise.all(
    ['countersign.log.1', 'countersign.log'].map((name) =>
      readFile(join(dataFolder, 'log', name), 'utf8').catch(() => ''),
    ),
  )
  const lines = texts.join('').slice(-mostLogCharacters).split('\n')
  return lines.flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as unknown]
    } catch {
      return []
    }
  })
}
