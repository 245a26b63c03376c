import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { BulkRow, BulkRun } from '../../../../../../preload/contract/api/bulk/run.ts'
import { err, ok } from '../../../../../../preload/contract/kernel/result.ts'
import { bulkRow, bulkRun, draftRow, importDraft } from '../../../../support/fake-bulk.ts'
import { fakeBridge } from '../../../../support/fake-bridge.ts'
import { expectNoViolation } from '../../../../support/page.ts'
import { allByRole, byRole, settle, until } from '../../../../ui/stage.ts'
import { choose, click, openBulk, pageText, type } from './stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})
afterEach(() => vi.useRealTimers())

const counts = (part: Partial<BulkRun['counts']>): BulkRun['counts'] => ({
  'held-back': 0,
  waiting: 0,
  'in-flight': 0,
  answered: 0,
  unknown: 0,
  'not-sent': 0,
  ...part,
})
async function openRun(part: Partial<BulkRun> = {}, rows: BulkRow[] = [bulkRow()], at = '') {
  bridge.bulk.get.mockResolvedValue(ok(bulkRun(part)))
  bridge.bulk.listRows.mockResolvedValue(ok({ items: rows, next: null, total: rows.length }))
  return openBulk(`/validation/bulk/run1${at}`)
}
const dialog = (): string =>
  document.querySelector('[role=alertdialog]')?.textContent.replace(/\s+/g, ' ') ?? ''
/** Types a score threshold in the details that open for it. */
async function enterThreshold(value: string): Promise<void> {
  if (allByRole('spinbutton').length === 0) {
    allByRole('button')
      .find(({ textContent }) => textContent.includes('Owner matches from'))
      ?.click()
    await settle()
  }
  const field = byRole('spinbutton') as HTMLInputElement
  field.value = value
  field.dispatchEvent(new Event('input'))
  field.dispatchEvent(new Event('change'))
  await flushPromises()
}
const lastRequest = () => bridge.bulk.listRows.mock.calls.at(-1)?.[0]

describe('a run', () => {
  it('shows its state, its progress, its counts and that the time left is unknown', async () => {
    const { page } = await openRun({ rows: 500, counts: counts({ answered: 120, waiting: 380 }) })
    for (const part of [
      'Running',
      '120 of 500 rows done',
      '24 %',
      'time left unknown',
      'Waiting380',
    ])
      expect(pageText()).toContain(part)
    await expectNoViolation(page)
  })

  it('shows the time left once it was measured', async () => {
    await openRun({ pace: { perSecond: 4.2, remainingMs: 95_000 } })
    expect(pageText()).toContain('about 1 min left at 4.2 a second')
  })

  it.each([
    [
      { kind: 'pause', until: new Date(Date.now() + 3_000_000).toISOString() } as const,
      /The bank asked for a pause: \d\d:\d\d left/,
    ],
    [
      { kind: 'hours', until: '2026-11-23T08:00:00.000Z' } as const,
      /Outside the agreed hours until 2026-11-23/,
    ],
    [{ kind: 'bank' } as const, /The bank is not available now/],
  ])('shows that it waits for %o', async (waitsFor, expectedText) => {
    const { page } = await openRun({ waitsFor })
    expect(pageText()).toMatch(expectedText)
    await expectNoViolation(page)
  })

  it('is paused and resumed by one key', async () => {
    await openRun()
    await type('p', { ctrlKey: true })
    expect(bridge.bulk.pause).toHaveBeenCalledExactlyOnceWith({ id: 'run1' })
    expect(pageText()).toContain('Paused')
    await type('p', { ctrlKey: true })
    expect(bridge.bulk.resume).toHaveBeenCalledExactlyOnceWith({
      id: 'run1',
      withoutPersonalNumbers: false,
    })
    expect(pageText()).toContain('Running')
  })

  it('of another workstation shows where it can be paused', async () => {
    await openRun()
    const failure = { code: 'run-elsewhere', workstation: 'Workstation 2' } as const
    bridge.bulk.pause.mockResolvedValue(err(failure))
    await click('Pause')
    expect(pageText()).toContain('Runs at Workstation 2')
    expect(pageText()).toContain('Pause or stop it there.')
    expect(pageText()).toContain('Running')
  })

  it('is stopped only after a confirmation that names what remains', async () => {
    await openRun({ rows: 500, counts: counts({ answered: 120, waiting: 378, 'in-flight': 2 }) })
    await type('x', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(dialog()).toContain('Stop “Vendors” permanently?')
    expect(dialog()).toContain('380 rows of vendors.csv remain')
    expect(bridge.bulk.stop).not.toHaveBeenCalled()
    await click('Cancel')
    expect(bridge.bulk.stop).not.toHaveBeenCalled()
    await click('Stop…')
    await settle()
    await click('Stop and leave 380 rows unsent')
    expect(bridge.bulk.stop).toHaveBeenCalledExactlyOnceWith({ id: 'run1' })
    await until(() => expect(pageText()).toContain('Stopped'))
  })

  it('that was interrupted shows that nothing is sent by itself', async () => {
    const { page } = await openRun({ state: 'interrupted', counts: counts({ waiting: 2 }) })
    expect(pageText()).toContain(
      'Nothing was sent since then. 2 rows wait until you resume the run.',
    )
    byRole('button', 'Resume')
    await expectNoViolation(page)
  })

  it('without its personal numbers takes the file again, or continues without them after a confirmation', async () => {
    const { page } = await openRun({ state: 'interrupted', withoutPersonalNumbers: 12 })
    expect(pageText()).toContain('12 rows need the file again')
    await expectNoViolation(page)
    await click('Continue without them…')
    await settle()
    expect(bridge.bulk.resume).not.toHaveBeenCalled()
    await click('Continue with 12 rows without them')
    expect(bridge.bulk.resume).toHaveBeenCalledWith({ id: 'run1', withoutPersonalNumbers: true })
  })

  it('that was interrupted continues once a person resumes it', async () => {
    await openRun({ state: 'interrupted', rows: 3, counts: counts({ waiting: 2, answered: 1 }) })
    expect(bridge.bulk.resume).not.toHaveBeenCalled()
    await click('Resume')
    expect(bridge.bulk.resume).toHaveBeenCalledExactlyOnceWith({
      id: 'run1',
      withoutPersonalNumbers: false,
    })
    expect(pageText()).not.toContain('The run was interrupted')
    byRole('button', 'Pause')
  })

  it('that waits for its file takes it when it is chosen again, and waits no more', async () => {
    bridge.bulk.reopenFile.mockResolvedValue(ok(bulkRun({ state: 'interrupted' })))
    await openRun({ state: 'interrupted', withoutPersonalNumbers: 12 })
    await click('Choose the file again')
    expect(bridge.bulk.reopenFile).toHaveBeenCalledExactlyOnceWith({ id: 'run1' })
    expect(pageText()).not.toContain('need the file again')
    expect(bridge.bulk.resume).not.toHaveBeenCalled()
    byRole('button', 'Resume')
  })

  it('still waits when no file was chosen', async () => {
    bridge.bulk.reopenFile.mockResolvedValue(ok(null))
    await openRun({ state: 'interrupted', withoutPersonalNumbers: 12 })
    await click('Choose the file again')
    expect(pageText()).toContain('12 rows need the file again')
  })

  it('reports that the chosen file is a different one', async () => {
    bridge.bulk.reopenFile.mockResolvedValue(
      err({ code: 'file-differs', file: 'other.csv', wanted: 'vendors.csv' }),
    )
    await openRun({ state: 'interrupted', withoutPersonalNumbers: 12 })
    await type('o', { ctrlKey: true, shiftKey: true })
    expect(pageText()).toContain('The content of other.csv differs from vendors.csv')
  })

  it('sends unknown rows again only after a person confirms the risk', async () => {
    await openRun({ state: 'paused', counts: counts({ unknown: 3, answered: 2 }), rows: 5 })
    expect(pageText()).toContain('Unknown outcome: 3 rows')
    await click('Send these 3 again…')
    await settle()
    expect(dialog()).toContain('If the bank counted it, it is counted twice.')
    expect(bridge.bulk.retryUnknown).not.toHaveBeenCalled()
    await click('Send 3 rows again')
    expect(bridge.bulk.retryUnknown).toHaveBeenCalledExactlyOnceWith({ id: 'run1', rows: null })
  })

  it('repeats the failed rows of a finished run in one action, counted and confirmed', async () => {
    bridge.bulk.getTally.mockResolvedValue(
      ok({
        byClass: { 'owner-matches': 4, 'bank-unavailable': 2, 'not-understood': 1 },
        scores: Array.from({ length: 101 }, () => 0),
      }),
    )
    await openRun({ state: 'finished', counts: counts({ unknown: 3, answered: 7 }), rows: 10 })
    expect(allByRole('button', 'Send these 3 again…')).toEqual([])
    await click('Query 6 failed rows again…')
    await settle()
    expect(dialog()).toContain('The outcome of 3 calls is unknown.')
    expect(bridge.bulk.queryFailed).not.toHaveBeenCalled()
    await click('Query 6 failed rows again')
    expect(bridge.bulk.queryFailed).toHaveBeenCalledExactlyOnceWith({ id: 'run1' })
    expect(pageText()).toContain('Running')
  })

  it('repeats its failed rows by key, and offers this only while there are any', async () => {
    await openRun({ state: 'finished', counts: counts({ answered: 2 }), rows: 2 })
    await type('A', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(dialog()).toBe('')
    bridge.emit(
      'bulk',
      'changed',
      bulkRun({ state: 'finished', counts: counts({ answered: 1, unknown: 1 }), rows: 2 }),
    )
    await flushPromises()
    await type('A', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(dialog()).toContain('Query 1 failed row of vendors.csv again?')
  })

  it('proposes the matches of a finished run as payees in one action, and shows what was left out', async () => {
    bridge.payees.proposeFromRun.mockResolvedValue(
      ok({ proposed: 129, inBook: 5, unfit: 1, aboutAnother: 1, left: 0 }),
    )
    bridge.bulk.getTally.mockResolvedValue(
      ok({ byClass: { 'owner-matches': 136 }, scores: Array.from({ length: 101 }, () => 0) }),
    )
    bridge.payees.countFromRun.mockResolvedValue(ok({ count: 136 }))
    const { page } = await openRun({ state: 'finished', counts: counts({ answered: 136 }) })
    await click('Propose 136 matches as payees')
    expect(dialog()).toContain('Propose 136 payees?')
    for (const fact of ['Vendors', '81 or more', 'Practice']) expect(dialog()).toContain(fact)
    expect(bridge.payees.proposeFromRun).not.toHaveBeenCalled()
    await expectNoViolation(page)
    await click('Propose payees')
    expect(bridge.payees.proposeFromRun).toHaveBeenCalledExactlyOnceWith({
      runId: 'run1',
      threshold: 81,
    })
    expect(pageText()).toContain('129 payees proposed')
    expect(pageText()).toContain(
      'A second person approves each. 5 already in the payee book. 1 not valid as a payee. 1 left out: the answer names another account.',
    )
    await expectNoViolation(page)
  })

  it('asks before it proposes a thousand payees by one key, and proposes none where nobody agrees', async () => {
    bridge.bulk.getTally.mockResolvedValue(
      ok({ byClass: { 'owner-matches': 1_200 }, scores: Array.from({ length: 101 }, () => 0) }),
    )
    bridge.payees.countFromRun.mockResolvedValue(ok({ count: 1_200 }))
    await openRun({ state: 'finished', counts: counts({ answered: 1_200 }) })
    await type('B', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(dialog()).toContain('Propose 1,000 payees?')
    await click('Cancel')
    await type('B', { ctrlKey: true, shiftKey: true })
    await settle()
    await type('B', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(bridge.payees.proposeFromRun).not.toHaveBeenCalled()
  })

  it('shows why no match was proposed, and offers the same matches no more', async () => {
    const none = { proposed: 0, inBook: 1, unfit: 0, aboutAnother: 0, left: 0 }
    bridge.payees.proposeFromRun.mockResolvedValue(ok(none))
    await openRun({ state: 'finished' })
    await click('Propose 1 match as payee')
    bridge.payees.countFromRun.mockImplementation(({ threshold }) =>
      Promise.resolve(ok({ count: threshold === 90 ? 1 : 0 })),
    )
    await click('Propose payees')
    expect(pageText()).toContain('Information: No payee proposed')
    expect(pageText()).toContain('1 already in the payee book.')
    await until(() => expect(allByRole('button', 'Propose 1 match as payee')).toEqual([]))
    expect(document.activeElement?.hasAttribute('data-run-title')).toBe(true)
    await type('B', { ctrlKey: true, shiftKey: true })
    expect(bridge.payees.proposeFromRun).toHaveBeenCalledOnce()
    await enterThreshold('90')
    byRole('button', 'Propose 1 match as payee')
  })

  it('offers no match that the payee book has, and one again after its proposal was withdrawn', async () => {
    bridge.payees.countFromRun.mockResolvedValue(ok({ count: 0 }))
    await openRun({ state: 'finished' })
    expect(bridge.payees.countFromRun).toHaveBeenCalledWith({ runId: 'run1', threshold: 81 })
    expect(allByRole('button', 'Propose 1 match as payee')).toEqual([])
    bridge.payees.countFromRun.mockResolvedValue(ok({ count: 1 }))
    bridge.emit('payees', 'changed', { id: 'p1' })
    await until(() => byRole('button', 'Propose 1 match as payee'))
  })

  it('offers the rest of the matches that one act leaves', async () => {
    const some = { proposed: 1000, inBook: 0, unfit: 0, aboutAnother: 0, left: 5 }
    bridge.payees.proposeFromRun.mockResolvedValue(ok(some))
    await openRun({ state: 'finished' })
    for (let time = 0; time < 2; time += 1) {
      await click('Propose 1 match as payee')
      await click('Propose payees')
    }
    expect(bridge.payees.proposeFromRun).toHaveBeenCalledTimes(2)
  })

  it('offers no payees while it runs, and shows why not below the threshold of the settings', async () => {
    await openRun({ state: 'running' })
    expect(allByRole('button', 'Propose 1 match as payee')).toEqual([])
    bridge.emit('bulk', 'changed', bulkRun({ state: 'finished' }))
    await flushPromises()
    const button = byRole('button', 'Propose 1 match as payee')
    await enterThreshold('40')
    button.click()
    await type('B', { ctrlKey: true, shiftKey: true })
    expect(bridge.payees.proposeFromRun).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('does not return to the state of an older answer', async () => {
    await openRun({ state: 'paused' })
    bridge.bulk.resume.mockImplementation(() => {
      bridge.emit('bulk', 'changed', bulkRun({ state: 'finished' }))
      bridge.bulk.get.mockResolvedValue(ok(bulkRun({ state: 'finished' })))
      return Promise.resolve(ok(bulkRun({ state: 'running' })))
    })
    await click('Resume')
    expect(pageText()).toContain('Finished')
    expect(allByRole('button', 'Pause')).toEqual([])
  })

  it('that is not in this store is reported as not found', async () => {
    bridge.bulk.get.mockResolvedValue(err({ code: 'not-found' }))
    await openBulk('/validation/bulk/run9')
    expect(pageText()).toContain('Not found')
  })
})

describe('the held-back rows of an ended run', () => {
  const ended = { state: 'finished', counts: counts({ answered: 198, 'held-back': 2 }) } as const

  it('are offered for correction, and the first one opens in the editor with the focus', async () => {
    const held = draftRow({
      row: 4,
      isSendable: false,
      problems: [{ target: 'routingNumber', message: 'Nine digits', source: null }],
    })
    bridge.bulk.correctHeldBack.mockResolvedValue(ok(importDraft({ rows: 2 })))
    bridge.bulk.listDraftRows.mockResolvedValue(ok({ items: [held], next: null, total: 1 }))
    await openRun({ ...ended, correctable: 2 })
    await click('Correct 2 held-back rows…')
    await settle()
    expect(bridge.bulk.correctHeldBack).toHaveBeenCalledExactlyOnceWith({ id: 'run1' })
    expect(bridge.bulk.listDraftRows).toHaveBeenLastCalledWith(
      expect.objectContaining({ show: 'held-back', draftId: 'd1' }),
    )
    await until(() => expect(document.activeElement).toBe(byRole('textbox', 'Routing number')))
    expect((byRole('textbox', 'Name of the run') as HTMLInputElement).value).toBe(
      'Vendors, corrected',
    )
  })

  it('are not offered while the run goes on, or once another run took them', async () => {
    await openRun({ ...ended, correctable: 0 })
    await type('F2')
    expect(pageText()).not.toContain('Correct 2')
    expect(bridge.bulk.correctHeldBack).not.toHaveBeenCalled()
  })

  it('stay where the file was not chosen again', async () => {
    bridge.bulk.correctHeldBack.mockResolvedValue(ok(null))
    await openRun({ ...ended, correctable: 1 })
    await type('F2')
    expect(bridge.bulk.correctHeldBack).toHaveBeenCalledExactlyOnceWith({ id: 'run1' })
    byRole('button', 'Correct 1 held-back row…')
  })
})

describe('a run that paused by itself', () => {
  it('shows the reason', async () => {
    await openRun({ state: 'paused', trouble: 'The bank refuses access.' })
    expect(pageText()).toContain('The run paused automatically')
    expect(pageText()).toContain('The bank refuses access.')
  })
})

describe('the rows of a run', () => {
  it('update with the run and keep their place', async () => {
    await openRun({}, [bulkRow({ state: 'waiting', resultClass: null, score: null })])
    bridge.bulk.listRows.mockResolvedValue(ok({ items: [bulkRow()], next: null, total: 1 }))
    bridge.emit('bulk', 'changed', bulkRun({ state: 'finished' }))
    await until(() =>
      expect(document.querySelector('[data-row="0"]')?.textContent).toContain('owner matches'),
    )
  })

  it('are read again at once when the run ends, so that no row stays waiting', async () => {
    await openRun({}, [bulkRow({ state: 'waiting', resultClass: null, score: null })])
    bridge.bulk.listRows.mockResolvedValue(ok({ items: [bulkRow()], next: null, total: 1 }))
    const tallied = bridge.bulk.getTally.mock.calls.length
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    bridge.emit('bulk', 'changed', bulkRun({ state: 'finished' }))
    // Answers arrive without a timer; anything that needs one never arrives here.
    for (let step = 0; step < 100; step += 1) await nextTick()
    expect(document.querySelector('[data-row="0"]')?.textContent).toContain('owner matches')
    expect(bridge.bulk.getTally.mock.calls.length).toBe(tallied + 1)
  })

  it('are narrowed by state, result, score and search', async () => {
    bridge.bulk.getTally.mockResolvedValue(
      ok({ byClass: { 'owner-differs': 1 }, scores: Array.from({ length: 101 }, () => 0) }),
    )
    await openRun()
    await choose('State', 'answered')
    await click('1 Account open, owner differs')
    await choose('Score', 'below')
    expect(lastRequest()).toMatchObject({
      id: 'run1',
      state: 'answered',
      resultClass: 'owner-differs',
      scores: { from: 0, to: 80 },
      threshold: 81,
    })
    const search = byRole('textbox', 'Search the rows') as HTMLInputElement
    search.value = 'ridge'
    search.dispatchEvent(new Event('input'))
    await until(() => expect(lastRequest()?.search).toBe('ridge'))
  })

  it('are counted by result, and a click on a result filters by it, a second click clears the filter', async () => {
    bridge.bulk.getTally.mockResolvedValue(
      ok({
        byClass: { 'owner-matches': 136, 'owner-differs': 12, 'account-closed': 20 },
        scores: Array.from({ length: 101 }, () => 0),
      }),
    )
    await openRun({ state: 'finished', counts: counts({ answered: 168 }), rows: 168 })
    const summary = document.querySelector('ul[aria-label="Rows by result"]')
    expect([...(summary?.querySelectorAll('li') ?? [])].map((li) => li.textContent.trim())).toEqual(
      [
        expect.stringMatching(/136\s*Account open, owner matches/),
        expect.stringMatching(/12\s*Account open, owner differs/),
        expect.stringMatching(/20\s*Account closed/),
      ],
    )
    const closed = summary?.querySelectorAll('button')[2]
    closed?.click()
    await flushPromises()
    expect(lastRequest()).toMatchObject({ resultClass: 'account-closed', state: 'answered' })
    expect(closed?.getAttribute('aria-pressed')).toBe('true')
    closed?.click()
    await flushPromises()
    expect(lastRequest()).toMatchObject({ resultClass: null, state: null })
  })

  it('bank note 33: are judged again with another threshold, and counted', async () => {
    const scores = Array.from({ length: 101 }, (_, score) => (score === 70 || score === 95 ? 1 : 0))
    bridge.bulk.getTally.mockResolvedValue(
      ok({ byClass: { 'owner-matches': 1, 'owner-differs': 1, 'account-closed': 1 }, scores }),
    )
    await openRun()
    await click('Owner matches from 81…')
    await settle()
    expect(pageText()).toContain('1 at 81 or above, 1 below, 1 without a score')
    const slider = byRole('slider') as HTMLInputElement
    slider.value = '70'
    slider.dispatchEvent(new Event('input'))
    await flushPromises()
    expect(pageText()).toContain('2 at 70 or above, 0 below, 1 without a score')
    await until(() =>
      expect(bridge.bulk.getTally).toHaveBeenLastCalledWith({ id: 'run1', threshold: 70 }),
    )
    await until(() => expect(lastRequest()?.threshold).toBe(70))
  })

  it('are sorted by main', async () => {
    await openRun()
    const header = [...document.querySelectorAll<HTMLElement>('thead button')].find(
      ({ textContent }) => textContent.includes('Score'),
    )
    header?.click()
    await flushPromises()
    expect(lastRequest()?.sort).toEqual({ column: 'score', direction: 'ascending' })
  })

  it('open the answer of the bank beside them, and Escape closes it and returns the focus', async () => {
    const { page, router } = await openRun()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await until(() => expect(bridge.validation.get).toHaveBeenCalledWith({ id: 'v1' }))
    await until(() => expect(document.querySelector('aside')?.textContent).toContain('Match score'))
    expect(router.currentRoute.value.path).toBe('/validation/bulk/run1/2')
    await expectNoViolation(page)
    await type('Enter')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Row')
    await type('Escape')
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk/run1'))
    await until(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
    await type('Enter')
    await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Row'))
  })

  it('that are held back show their problems and the saved columns', async () => {
    const heldBackRow = bulkRow({
      state: 'held-back',
      resultClass: null,
      score: null,
      validationId: null,
      problems: [{ target: 'accountNumber', message: 'Needed', source: null }],
      retained: [{ header: 'Vendor no.', value: 'V-17' }],
    })
    const { page } = await openRun({}, [heldBackRow], '/2')
    const detail = document.querySelector('aside')?.textContent ?? ''
    for (const part of ['Account number', 'Needed', 'Vendor no.', 'V-17'])
      expect(detail).toContain(part)
    expect(bridge.validation.get).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('with an unknown result are sent again one by one', async () => {
    const lost = bulkRow({ state: 'unknown', resultClass: null, score: null, validationId: null })
    await openRun({ state: 'finished', counts: counts({ unknown: 2 }) }, [lost], '/2')
    expect(pageText()).toContain('Countersign closed before an answer was stored')
    await click('Send row 2 again…')
    await settle()
    await click('Send row 2 again')
    expect(bridge.bulk.retryUnknown).toHaveBeenCalledExactlyOnceWith({ id: 'run1', rows: [2] })
  })
})

describe('the export of a run', () => {
  async function exportBy(label: RegExp): Promise<void> {
    byRole('button', 'Export every field…').focus()
    await type('Enter')
    await settle()
    const item = allByRole('menuitem').find(({ textContent }) => label.test(textContent))
    item?.focus()
    item?.click()
    await settle(50)
    await flushPromises()
  }

  it('exports the listed rows masked by one key, and names the file', async () => {
    await openRun()
    await choose('State', 'answered')
    await type('e', { ctrlKey: true })
    expect(bridge.bulk.exportFile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: 'run1', format: 'csv', inFull: false, state: 'answered' }),
    )
    expect(pageText()).toContain('vendors.csv: 1 row, masked.')
  })

  it('exports in full only as a second choice that shows it is recorded', async () => {
    await openRun()
    await exportBy(/XLSX in full/)
    expect(dialog()).toContain('The full export is recorded with your name.')
    expect(bridge.bulk.exportFile).not.toHaveBeenCalled()
    await click('Export 1 listed row in full as XLSX')
    expect(bridge.bulk.exportFile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ format: 'xlsx', inFull: true }),
    )
  })

  it('that failed shows why', async () => {
    bridge.bulk.exportFile.mockResolvedValue(
      err({ code: 'file-failed', file: 'vendors.csv', detail: 'No room' }),
    )
    await openRun()
    await type('e', { ctrlKey: true })
    expect(pageText()).toContain('vendors.csv: No room')
  })
})
