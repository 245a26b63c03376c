/** The service on a real store, against a real mutual-TLS server whose pages a test writes. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import type { AchInquiryService } from '../../../../../main/inquiry/ach-inquiry-types.ts'
import {
  createAchInquiryService,
  type InquiryBounds,
} from '../../../../../main/inquiry/ach/ach-inquiry.service.ts'
import type { BankConnection } from '../../../../../main/bank/connection.ts'
import { createRateBudgets } from '../../../../../main/bank/rate-budgets.ts'
import { systemClock } from '../../../../../main/platform/clock.ts'
import {
  createConnectionService,
  type ConnectionService,
} from '../../../../../main/profile/connection.service.ts'
import type { SessionContext, SessionProfile } from '../../../../../main/profile/session-context.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import { Background } from '../../../../../main/platform/in-flight.ts'
import { openSettings } from '../../../../../main/profile/settings.service.ts'
import type { Store } from '../../../../../main/store/store.ts'
import type { AchInquiry } from '../../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { Operator } from '../../../../../preload/contract/domain/operators/roles.ts'
import { json, RealBank, type Received } from '../../../bank/support/real-bank.ts'
import { newFolder, openPracticeStore, removeFolder } from '../../../support/workstation.ts'

export const operator: Operator = { id: 'ann', name: 'Ann Vale', roles: ['maker'] }

/** A row of ach/list. */
export const listRow = (index: number, part: object = {}) => ({
  parNumber: `PAR${String(index).padStart(6, '0')}`,
  transactionStatus: index % 7 === 0 ? 'SETTLED' : 'COLLECTED',
  traceNumber: `05500600${String(index).padStart(7, '0')}`,
  transactionAmount: index + 0.25,
  settlementDate: '2026-11-20',
  transactionCode: '22',
  standardEntryClassCode: 'PPD',
  receivingAccount: { accountNumber: `00${String(7_310_000_000 + index)}` },
  originatingAccount: { accountNumber: '7200450011' },
  receivingParty: { customerName: `Wilhelmina Oakes ${String(index)}` },
  originatingParty: { companyName: 'Alder Falls Trading' },
  ...part,
})

/** Returns which page a request of ach/list names. */
export const pageIn = ({ body }: Received): { pageNumber: number; pageSize: number } => {
  const { pageNumber, pageSize } = JSON.parse(body) as { pageNumber: string; pageSize: string }
  return { pageNumber: Number(pageNumber), pageSize: Number(pageSize) }
}

/** Answers with the requested page. */
export function givePage(
  all: readonly object[],
  request: Received,
  response: ServerResponse,
  page: object = {},
): void {
  const { pageNumber, pageSize } = pageIn(request)
  const start = (pageNumber - 1) * pageSize
  const transactions = all.slice(start, start + pageSize)
  const totalPages = Math.ceil(all.length / pageSize)
  json(response, 200, {
    transactions,
    metadata: {
      messages: [{ code: '099', message: 'Transactions match' }],
      page: {
        pageNumber,
        pageSize,
        totalPages,
        totalRecords: all.length,
        lastPage: pageNumber >= totalPages,
        ...page,
      },
    },
  })
}

/** The service, bank and store of one test. */
export class ScriptedSession {
  readonly emitted: AchInquiry[] = []
  profile: SessionProfile = practiceProfile
  session!: AchInquiryService
  readonly bank: RealBank
  readonly store: Store
  readonly #folder: string
  readonly #connection: ConnectionService
  #context!: SessionContext

  private constructor(bank: RealBank, store: Store, folder: string, connection: ConnectionService) {
    this.bank = bank
    this.store = store
    this.#folder = folder
    this.#connection = connection
  }

  static async open(bounds?: InquiryBounds): Promise<ScriptedSession> {
    const folder = await newFolder()
    let to: BankConnection | undefined
    const bank = await RealBank.open((connection) => (to = connection))
    const store = await openPracticeStore(folder)
    const connection = createConnectionService({
      clock: systemClock,
      newId: randomUUID,
      v2Path: () => null,
      budgets: createRateBudgets({ clock: systemClock, folder: join(folder, 'rate') }),
      forbiddenHint: () => '',
      changed: () => undefined,
    })
    if (!to) throw new Error('no connection')
    const access = {
      connection: to,
      ids: { primaryId: 'P', secondaryId: 'S' },
      partnerClientId: null,
      budgetKey: 'scripted',
      callsPerSecond: 50,
      registeredAddresses: [],
    }
    await connection.connect(access, store)
    const created = new ScriptedSession(bank, store, folder, connection)
    const report = (where: string, problem: unknown): never => {
      throw new Error(where, { cause: problem })
    }
    created.#context = {
      store,
      connection,
      clock: systemClock,
      bankingZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      newId: randomUUID,
      settings: await openSettings(store, systemClock),
      operatorName: (id) => id,
      earlierNames: () => [],
      profile: () => created.profile,
      profileId: 'practice',
      environment: 'practice',
      callBlockFor: () => undefined,
      emitEvent: (_noun, _name, payload) => void created.emitted.push(payload as AchInquiry),
      report,
      background: new Background(report),
    }
    created.restart(bounds)
    return created
  }

  /** Recreates the service as after a restart, with nothing in memory. */
  restart(bounds?: InquiryBounds): void {
    this.session = createAchInquiryService(this.#context, bounds)
  }

  async close(): Promise<void> {
    await this.session.rest()
    await this.#connection.close()
    await this.bank.close()
    await this.store.close()
    await removeFolder(this.#folder)
  }
}
