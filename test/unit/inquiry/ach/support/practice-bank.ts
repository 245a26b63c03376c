/** The service as the window calls it: a real store, and the practice bank over real mutual TLS. */
import { afterEach, beforeEach, expect } from 'vitest'
import type { AchQuestion } from '../../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { daysLater, localDay } from '../../../../../preload/contract/kernel/calendar.ts'
import { achInquiry as channels } from '../../../../../preload/contract/api/ach-inquiry/channels.ts'
import type { ScenarioOrder } from '../../../../../preload/contract/api/practice/practice.ts'
import { clientAccounts } from '../../../../../main/practice/data/client-accounts.ts'
import type { Workstation } from '../../../../../main/workstation.ts'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  type StandAloneBank,
  startWorkstation,
} from '../../../support/workstation.ts'

/** The environment of the current test. */
export const practice = {
  folder: '',
  bank: undefined as unknown as StandAloneBank,
  open: [] as Workstation[],
  /** Every answer of a channel as text, which is everything that the window received. */
  answers: [] as string[],
}

/** Gives each test of a file a folder and a practice bank of its own. */
export function usePracticeBank(): void {
  beforeEach(async () => {
    practice.folder = await newFolder()
    practice.bank = await standAloneBank()
  })
  afterEach(async () => {
    for (const workstation of practice.open.splice(0)) await workstation.close()
    const { bank, folder } = practice
    await bank.end()
    await removeFolder(folder)
  })
}

/** The local date. */
export const today = localDay(new Date())
/** An own account by its index in the practice profile. */
export const own = (place: number) => ({ kind: 'own', id: `practice-${String(place)}` }) as const
/** The days that the history of the practice bank covers. */
export const reach = { fromDate: daysLater(today, -150), toDate: today }
/** The days of one list query. */
export const lastMonth = { fromDate: daysLater(today, -30), toDate: today }
/** The list of an account that has entries of every kind. */
export const operatingList = {
  mode: 'list',
  account: own(1),
  ...lastMonth,
} as const satisfies AchQuestion

/** Starts the program on the practice bank; returns its inquiry methods. */
export async function start() {
  const { workstation, emitted, context } = await startWorkstation(
    practice.folder,
    practice.bank.controlUrl,
  )
  practice.open.push(workstation)
  practice.answers = []
  const { achInquiry: inquiry } = workstation.handlers
  const received = <T>(answer: T): T => {
    practice.answers.push(JSON.stringify(answer))
    return answer
  }
  const valueOf = <T>(answer: { ok: true; value: T } | { ok: false; error: unknown }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer.error))
    return answer.value
  }
  const inquire = async (question: AchQuestion, again = false) =>
    channels.inquire.output.parse(
      valueOf(received(await inquiry.inquire({ question, again }, context))),
    )
  const rowsOf = async (id: string, part: object = {}) => {
    const wanted = { id, search: '', status: null, cursor: null, limit: 500, ...part }
    return channels.listRows.output.parse(
      valueOf(received(await inquiry.listRows(wanted, context))),
    )
  }
  const rowOf = async (id: string, row = 0) =>
    channels.getRow.output.parse(valueOf(received(await inquiry.getRow({ id, row }, context))))
  return { workstation, emitted, context, inquiry, received, valueOf, inquire, rowsOf, rowOf }
}

/** Orders another answer from the practice bank. */
export const order = (part: Partial<ScenarioOrder> & Pick<ScenarioOrder, 'scenario'>) =>
  practice.bank.control.setScenario({ target: 'ach-inquiry', times: 1, ...part })

const secrets = clientAccounts.map(({ accountNumber }) => accountNumber.replace(/^0+/, ''))
/** Expects no full account in these texts. */
export const expectMasked = (texts: readonly string[]): void => {
  for (const account of secrets) for (const text of texts) expect(text).not.toContain(account)
}
