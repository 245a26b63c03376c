/** The whole workstation in plain Node: real store, real practice bank over real mutual TLS. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '../../../main/store/hash-chain.ts'
import type { Workstation } from '../../../main/workstation.ts'
import { createWorkstation } from '../../../main/workstation.ts'
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import { channels } from '../../../preload/contract/api/channels.ts'
import { noDialogs } from '../support/no-dialogs.ts'
import {
  newFolder,
  launchPracticeBankProgram,
  noClipboard,
  noPrinter,
  openPracticeStore,
  removeFolder,
  standAloneBank,
  type StandAloneBank,
  startWorkstation,
} from '../support/workstation.ts'
import { startStoreWorker } from '../support/programs/programs.ts'

let folder: string
let bank: StandAloneBank
const open: Workstation[] = []

beforeEach(async () => {
  folder = await newFolder()
  bank = await standAloneBank()
})
afterEach(async () => {
  for (const workstation of open.splice(0)) await workstation.close()
  await bank.end()
  await removeFolder(folder)
})

async function start() {
  const started = await startWorkstation(folder, bank.controlUrl)
  open.push(started.workstation)
  return started
}
const margaret = async (): Promise<AccountInquiry> => {
  const { residents } = await bank.control.town()
  const resident = residents.find(({ name }) => name === 'Margaret Alder')
  if (!resident) throw new Error('Margaret Alder has moved')
  return {
    apiVersion: 'v1',
    routingNumber: resident.routingNumber,
    accountNumber: `00${resident.accountNumber}`,
    ownerKind: 'person',
    owner: {
      firstName: 'Margaret',
      lastName: 'Alder',
      ssn: '987654321',
      dob: '1962-03-14',
      idNo: 'OR4471902',
    },
    userDefined: 'PAYEE-17',
  }
}

describe('the workstation', () => {
  it('touches nothing before it is started', async () => {
    const never = (): never => expect.fail('the bank was launched')
    const workstation = createWorkstation({
      version: '0',
      dataFolder: join(folder, 'data'),
      startStoreWorker,
      launchPracticeBank: never,
      launchKeychain: never,
      systemDialogs: noDialogs,
      clipboard: noClipboard,
      printer: noPrinter,
      accountName: 'tester',
      announce: () => undefined,
      applyTheme: () => undefined,
    })
    open.push(workstation)
    const context = { operator: workstation.operators().current() }
    const state = await workstation.handlers.workstation.getState(undefined, context)
    expect(state).toMatchObject({ ok: true, value: { store: { state: 'opening' } } })
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('validates an account end to end and stores the answer of the bank', async () => {
    // A separate program, as in the product; for the other tests a bank in this process is
    // equivalent.
    const before = bank
    bank = await standAloneBank(launchPracticeBankProgram)
    await before.control.close()
    before.stop()
    const { workstation, context } = await start()
    const result = await workstation.handlers.validation.submit(await margaret(), context)
    if (!result.ok) return expect.fail(result.error.code)
    expect(result.value).toMatchObject({
      resultClass: 'owner-matches',
      operator: 'Mara Ellison',
      account: '\u2022\u2022\u2022\u20220031',
      ssnDigits: 9,
      fieldsSent: ['firstName', 'lastName', 'ssn', 'dob', 'idNo'],
    })
    expect(result.value.correlationId).toHaveLength(36)
    expect(result.value.raw?.body).toContain('accountValidationResponse')
    expect(result.value.raw?.body).not.toContain('1000200031')
    const list = await workstation.handlers.validation.list(
      { cursor: null, limit: 10, search: 'payee-17', resultClass: null },
      context,
    )
    expect(list).toMatchObject({ ok: true, value: { total: 1, next: null } })
    expect(await bank.control.breaches()).toEqual([])
  })

  it('names itself, and no id, wherever it acted by itself', async () => {
    const { workstation, context } = await start()
    const facets = await workstation.handlers.audit.getFacets(undefined, context)
    if (!facets.ok) return expect.fail(facets.error.code)
    expect(facets.value.actors).toContainEqual({ id: 'system', name: 'Countersign' })
    const request = { cursor: null, limit: 1, view: 'usable' } as const
    const payees = await workstation.handlers.payees.list(request, context)
    if (!payees.ok) return expect.fail(payees.error.code)
    const payee = await workstation.handlers.payees.get(
      { id: payees.value.items[0]?.id ?? '' },
      context,
    )
    expect(payee).toMatchObject({
      value: { history: [{ by: 'Countersign' }, { by: 'Countersign' }] },
    })
  })

  it('bank note 39: stores no SSN, date of birth or id number anywhere', async () => {
    const { workstation, context } = await start()
    await workstation.handlers.validation.submit(await margaret(), context)
    await workstation.close()
    const store = await openPracticeStore(folder)
    const stored = JSON.stringify(
      await Promise.all([
        store.read.selectFrom('bank_calls').selectAll().execute(),
        store.read.selectFrom('validations').selectAll().execute(),
        store.read.selectFrom('audit_entries').selectAll().execute(),
      ]),
    )
    await store.close()
    for (const secret of ['987654321', '19620314', '1962-03-14', 'OR4471902']) {
      expect(stored).not.toContain(secret)
    }
    expect(stored).toContain('ssn')
  })

  it('stores no credential of the bank in the store or beside it', async () => {
    const { workstation, context } = await start()
    await workstation.handlers.validation.submit(await margaret(), context)
    await workstation.close()
    const enrolment = await bank.control.enrolment()
    const store = await openPracticeStore(folder)
    const calls = JSON.stringify(await store.read.selectFrom('bank_calls').selectAll().execute())
    await store.close()
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = names
      .filter((name) => name.isFile())
      .map((name) => join(name.parentPath, name.name))
    const beside = await Promise.all(files.map((file) => readFile(file, 'latin1')))
    for (const secret of [
      enrolment.consumerKey,
      enrolment.consumerSecret,
      enrolment.clientId,
      enrolment.clientSecret,
    ]) {
      for (const form of [
        secret,
        Buffer.from(secret).toString('base64'),
        encodeURIComponent(secret),
      ]) {
        expect(calls).not.toContain(form)
        for (const text of beside) expect(text).not.toContain(form)
      }
    }
  })

  it('records every act and every call in one chain that holds', async () => {
    const { workstation, context } = await start()
    await workstation.handlers.validation.submit(await margaret(), context)
    await workstation.handlers.workstation.changeSettings({ scoreThreshold: 90 }, context)
    await workstation.close()
    const store = await openPracticeStore(folder)
    const entries = await store.read
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('seq')
      .execute()
    await store.close()
    const kinds = entries.map(({ kind }) => kind)
    for (const kind of [
      'validation.requested',
      'bank.called',
      'validation.answered',
      'settings.changed',
    ]) {
      expect(kinds).toContain(kind)
    }
    expect(entries.every(({ actor }) => actor !== '')).toBe(true)
    expect(verifyChain(entries)).toMatchObject({ ok: true })
  })

  it('returns the account in full only as a recorded act', async () => {
    const { workstation, context } = await start()
    const first = await workstation.handlers.validation.submit(await margaret(), context)
    if (!first.ok) return expect.fail(first.error.code)
    const shown = await workstation.handlers.validation.reveal({ id: first.value.id }, context)
    expect(shown).toMatchObject({ ok: true, value: { account: '001000200031' } })
    await workstation.close()
    const store = await openPracticeStore(folder)
    const acts = await store.read
      .selectFrom('audit_entries')
      .select(['actor', 'subject'])
      .where('kind', '=', 'validation.revealed')
      .execute()
    await store.close()
    expect(acts).toEqual([{ actor: 'practice-mara', subject: first.value.id }])
  })

  it('sends nothing after a 429, says until when, and a restart does not shorten it', async () => {
    const { workstation, context } = await start()
    await bank.control.setScenario({
      scenario: 'too-many-requests',
      times: 1,
      target: 'validation',
    })
    const refused = await workstation.handlers.validation.submit(await margaret(), context)
    expect(refused).toMatchObject({
      ok: true,
      value: { answer: { kind: 'refused', trace: { status: 429 } } },
    })
    const { arrived } = await bank.control.counters()
    const blocked = await workstation.handlers.validation.submit(await margaret(), context)
    if (blocked.ok || blocked.error.code !== 'rate-paused')
      return expect.fail('calls were not paused')
    const until = Date.parse(blocked.error.until)
    expect(until - Date.now()).toBeGreaterThan(110_000)
    await workstation.close()

    const again = await start()
    const still = await again.workstation.handlers.validation.submit(
      await margaret(),
      again.context,
    )
    if (still.ok || still.error.code !== 'rate-paused')
      return expect.fail('the restart ended the pause')
    expect(Math.abs(Date.parse(still.error.until) - until)).toBeLessThan(1500)
    expect((await bank.control.counters()).arrived).toBe(arrived)
    expect(await bank.control.breaches()).toEqual([])
  })

  it('bank note 26: calls version 2 only where its path is configured', async () => {
    const { workstation, context } = await start()
    const inquiry: AccountInquiry = { ...(await margaret()), apiVersion: 'v2' }
    expect(await workstation.handlers.validation.submit(inquiry, context)).toEqual({
      ok: false,
      error: { code: 'version-not-configured', version: 'v2' },
    })
    const path = '/accounts/validations/v2/verifyAccount'
    await workstation.handlers.workstation.changeSettings({ validationV2Path: path }, context)
    const result = await workstation.handlers.validation.submit(inquiry, context)
    expect(result).toMatchObject({
      ok: true,
      value: { apiVersion: 'v2', resultClass: 'owner-matches' },
    })
    expect(await bank.control.breaches()).toEqual([])
  })

  it('keeps settings over a restart', async () => {
    const { workstation, context } = await start()
    await workstation.handlers.workstation.changeSettings(
      { theme: 'dark', welcomeSeen: true },
      context,
    )
    await workstation.close()
    const again = await start()
    const state = await again.workstation.handlers.workstation.getState(undefined, again.context)
    expect(state).toMatchObject({
      ok: true,
      value: { settings: { theme: 'dark', welcomeSeen: true, scoreThreshold: 81 } },
    })
  })

  it('pages the history newest first without losing or repeating a line', async () => {
    const { workstation, context } = await start()
    const inquiry = await margaret()
    for (let i = 0; i < 5; i += 1) {
      await workstation.handlers.validation.submit(
        { ...inquiry, userDefined: `REF-${String(i)}` },
        context,
      )
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const list = await workstation.handlers.validation.list(
        { cursor, limit: 2, search: '', resultClass: null },
        context,
      )
      if (!list.ok) return expect.fail(list.error.code)
      seen.push(...list.value.items.map(({ id }) => id))
      cursor = list.value.next
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  it('answers every query within the contract', async () => {
    const { workstation, context } = await start()
    const handlers = workstation.handlers as unknown as Record<
      string,
      Record<string, (input: unknown, context: unknown) => unknown>
    >
    for (const [channel, definition] of channels) {
      if (definition.kind !== 'query' || !definition.input.safeParse(undefined).success) continue
      const [noun = '', name = ''] = channel.split('.')
      const result = (await handlers[noun]?.[name]?.(undefined, context)) as {
        ok: boolean
        value: unknown
      }
      // Practice has no data of a real profile.
      if (channel === 'profiles.getShown') {
        expect(result).toEqual({ ok: false, error: { code: 'not-found' } })
        continue
      }
      expect(definition.output.safeParse(result.value).error, channel).toBeUndefined()
    }
  })

  it('finds nothing for a search of zeros alone', async () => {
    const { workstation, context } = await start()
    await workstation.handlers.validation.submit(
      { ...(await margaret()), accountNumber: '73310145', userDefined: 'R' },
      context,
    )
    const list = await workstation.handlers.validation.list(
      { cursor: null, limit: 10, search: '0000', resultClass: null },
      context,
    )
    expect(list).toMatchObject({ ok: true, value: { total: 0 } })
  })

  it('stores a validation that was under way when it was closed', async () => {
    const { workstation, context } = await start()
    await bank.control.setScenario({
      scenario: 'slow-answer',
      times: 1,
      delayMs: 400,
      target: 'validation',
    })
    const pending = workstation.handlers.validation.submit(await margaret(), context)
    await workstation.close()
    expect(await pending).toMatchObject({ ok: true })
    const store = await openPracticeStore(folder)
    const stored = await store.read.selectFrom('validations').select('result_class').execute()
    await store.close()
    expect(stored).toHaveLength(1)
  })

  it('closes everything when it is closed while it starts', async () => {
    const workstation = createWorkstation({
      version: '0',
      dataFolder: folder,
      startStoreWorker,
      launchPracticeBank: () => expect.fail('there is a bank already'),
      launchKeychain: () => expect.fail('practice used the keychain'),
      systemDialogs: noDialogs,
      clipboard: noClipboard,
      printer: noPrinter,
      accountName: 'tester',
      runningPracticeBank: bank.controlUrl,
      announce: () => undefined,
      applyTheme: () => undefined,
    })
    const starting = workstation.start()
    await workstation.close()
    await starting
    const store = await openPracticeStore(folder)
    await store.close()
  })

  it('keeps the last of two changes of one setting, however fast they come', async () => {
    const { workstation, context } = await start()
    const change = (theme: 'dark' | 'light' | 'system') =>
      workstation.handlers.workstation.changeSettings({ theme }, context)
    await Promise.all([change('dark'), change('system')])
    const state = await workstation.handlers.workstation.getState(undefined, context)
    expect(state).toMatchObject({ ok: true, value: { settings: { theme: 'system' } } })
  })

  it('continues without a bank and says so', async () => {
    bank.stop()
    await bank.exited
    const { workstation, context } = await start()
    expect(
      await workstation.handlers.validation.submit(
        {
          apiVersion: 'v1',
          routingNumber: '021000021',
          accountNumber: '1234567',
          ownerKind: 'none',
          owner: {},
        },
        context,
      ),
    ).toEqual({ ok: false, error: { code: 'bank-not-running' } })
    expect(await workstation.handlers.practice.getBank(undefined, context)).toEqual({
      ok: true,
      value: { state: 'not-running' },
    })
  })
})
