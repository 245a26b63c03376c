/** A day of one account: what was originated here compared with the bank's events. */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  DayOfAccount,
  LinesRequest,
  ReconciliationLine,
  ReconciliationReport,
  reconciliationAccounts,
  SignOffRequest,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { ExportFormat } from '../../../preload/contract/api/tables.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import { ListSnapshots, type SnapshotPage } from '../../store/list-snapshots.ts'
import { bankingDay, type SessionContext } from '../../profile/session-context.ts'
import { shownAccount, type StoredAccount } from '../../profile/profile-records.ts'
import { fetchBankLists } from './fetch-bank-lists.ts'
import { AlertReader } from './bank-ledger.ts'
import { coverageOf } from './day-coverage.ts'
import { orderedLines } from './line-list.ts'
import { buildLines } from './build-lines.ts'
import { printReport, saveFile, type SavedReport, type SavingDeps } from './report-saving.ts'
import { newestSignOff, writeSignOff, type BuiltReport } from './sign-offs.ts'
import { totalsOf } from './totals.ts'
import type { WireEvidence } from '../wire-inquiry/wire-evidence.ts'
import type { AchInquiryService, QueryBlocked } from '../../inquiry/ach-inquiry-types.ts'

type NotFound = Failure<'not-found'>

/** The reconciliation of one open store. */
export interface ReconciliationService {
  accounts(): z.output<typeof reconciliationAccounts>
  /** Builds the report again. `not-found`: no such account in this profile. */
  report(of: DayOfAccount): Promise<Result<BuiltReport, NotFound>>
  /**
   * Returns a page of the newest report's lines. Rejects with SyntaxError for a cursor of another
   * report.
   */
  list(request: LinesRequest): Promise<Result<SnapshotPage<ReconciliationLine>, NotFound>>
  /** Queries the bank's lists of the day; the returned report includes their results. */
  fetchLists(
    of: DayOfAccount,
    operator: Operator,
  ): Promise<Result<BuiltReport, NotFound | QueryBlocked>>
  /** Refused where the lines are not the ones that were shown. */
  signOff(
    request: SignOffRequest,
    operator: Operator,
  ): Promise<Result<BuiltReport, NotFound | Failure<'changed-meanwhile'>>>
  /** Saves the report as a spreadsheet where a person chooses. Recorded before anybody has it. */
  exportFile(
    saving: SavingDeps,
    request: DayOfAccount & { readonly format: ExportFormat; readonly inFull: boolean },
    operator: Operator,
  ): Promise<SavedReport | Result<never, NotFound>>
  /** Saves the report as a PDF where a person chooses; the audit chain holds the file's hash. */
  printReport(
    saving: SavingDeps,
    of: DayOfAccount,
    operator: Operator,
  ): Promise<SavedReport | Result<never, NotFound>>
}

/** Reports held for the paging of their lines. */
const mostReports = 3

export const createReconciliationService = (
  context: SessionContext,
  inquiry: Pick<AchInquiryService, 'inquire' | 'readOn'>,
  evidence: WireEvidence,
): ReconciliationService => new Reconciler(context, inquiry, evidence)

class Reconciler implements ReconciliationService {
  readonly #context: SessionContext
  readonly #inquiry: Pick<AchInquiryService, 'inquire' | 'readOn'>
  readonly #sources: { readonly alerts: AlertReader; readonly evidence: WireEvidence }
  readonly #lists: ListSnapshots<ReconciliationLine>
  readonly #reports = new Map<string, Promise<Result<BuiltReport, NotFound>>>()

  constructor(
    context: SessionContext,
    inquiry: Pick<AchInquiryService, 'inquire' | 'readOn'>,
    evidence: WireEvidence,
  ) {
    this.#context = context
    this.#inquiry = inquiry
    this.#sources = { alerts: new AlertReader(context.store, context.bankingZone), evidence }
    this.#lists = new ListSnapshots(context.newId)
  }

  accounts() {
    const { accounts } = this.#context.profile()
    return { accounts: accounts.map(shownAccount), today: bankingDay(this.#context) }
  }

  report(of: DayOfAccount): Promise<Result<BuiltReport, NotFound>> {
    const key = keyOf(of)
    const building = this.#make(of)
    this.#reports.delete(key)
    this.#reports.set(key, building)
    building.then(
      (built) => built.ok || this.#forget(key, building),
      () => this.#forget(key, building),
    )
    for (const oldest of this.#reports.keys()) {
      if (this.#reports.size <= mostReports) break
      this.#reports.delete(oldest)
    }
    return building
  }

  async list({ cursor, limit, day, accountId, ...wanted }: LinesRequest) {
    const of = { day, accountId }
    const built = await (this.#reports.get(keyOf(of)) ?? this.report(of))
    if (!built.ok) return built
    const name = JSON.stringify([of, wanted])
    const make = () => orderedLines(built.value.lines, wanted)
    return ok(await this.#lists.page(name, { cursor, limit }, make))
  }

  async fetchLists(of: DayOfAccount, operator: Operator) {
    if (!this.#account(of.accountId)) return err({ code: 'not-found' as const })
    const queried = await fetchBankLists(this.#context, this.#inquiry, of, operator)
    return queried.ok ? this.report(of) : queried
  }

  async signOff({ note, digest, ...of }: SignOffRequest, operator: Operator) {
    const built = await this.report(of)
    if (!built.ok) return built
    if (built.value.report.digest !== digest) return err({ code: 'changed-meanwhile' as const })
    await writeSignOff(this.#context, built.value, note, operator.id)
    return this.report(of)
  }

  async exportFile(
    saving: SavingDeps,
    { format, inFull, ...of }: DayOfAccount & { format: ExportFormat; inFull: boolean },
    operator: Operator,
  ) {
    const built = await this.report(of)
    if (!built.ok) return built
    return saveFile(this.#context.store, built.value, saving, { format, inFull }, operator)
  }

  async printReport(saving: SavingDeps, of: DayOfAccount, operator: Operator) {
    const built = await this.report(of)
    return built.ok ? printReport(this.#context.store, built.value, saving, operator) : built
  }

  #forget(key: string, building: Promise<unknown>): void {
    if (this.#reports.get(key) === building) this.#reports.delete(key)
  }

  #account(id: string): StoredAccount | undefined {
    return this.#context.profile().accounts.find((account) => account.id === id)
  }

  async #make(of: DayOfAccount): Promise<Result<BuiltReport, NotFound>> {
    const account = this.#account(of.accountId)
    if (!account) return err({ code: 'not-found' })
    const { store, clock, bankingZone } = this.#context
    const zone = bankingZone()
    const builtAt = clock.now().toISOString()
    const { account_significant: significant, account_number: accountNumber } = account
    const { lines, queried, otherAccounts, digest } = await buildLines(
      ...([this.#context, this.#sources, of, significant] as const),
    )
    const report: ReconciliationReport = {
      ...of,
      account: maskedAccount(accountNumber),
      accountName: account.name,
      zone,
      builtAt,
      digest,
      totals: totalsOf(lines),
      coverage: await coverageOf(store, { zone, day: of.day, now: builtAt }),
      queried: [...queried],
      otherAccounts: [...otherAccounts],
      signOff: await newestSignOff(this.#context, of.day, significant, digest),
    }
    return ok({ report, lines, significant, accountNumber })
  }
}

const keyOf = ({ day, accountId }: DayOfAccount): string => `${day} ${accountId}`
