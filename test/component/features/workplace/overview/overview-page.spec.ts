/**
 * The day at a glance: every number has a link to its list, the chart has its table, and a failed
 * part hides no other.
 */
import { enableAutoUnmount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { Role } from '../../../../../preload/contract/domain/operators/roles.ts'
import { healthLines } from '../../../../../renderer/features/workplace/overview/health.ts'
import OverviewPage from '../../../../../renderer/features/workplace/overview/OverviewPage.vue'
import { at, connectionState, fakeBridge } from '../../../support/fake-bridge.ts'
import { agreedVolume, overviewFigures } from '../../../support/fake-overview.ts'
import { openProfile } from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})
afterEach(() => {
  vi.useRealTimers()
})

const show = async (part: Parameters<typeof overviewFigures>[0] = {}): Promise<VueWrapper> => {
  bridge.overview.get.mockResolvedValue(ok(overviewFigures(part)))
  return (await mountPage(OverviewPage, '/overview', '/overview')).page
}
/** The target of the link with this text; undefined if there is none. */
const target = (page: VueWrapper, expectedText: RegExp): string | undefined =>
  page
    .findAll('a')
    .find((link) => expectedText.test(link.attributes('aria-label') ?? link.text()))
    ?.attributes('href')

describe('the overview', () => {
  it.each([
    [/^3\s*Payments and batches to approve/, '/approvals'],
    [/^2\s*Payments and batches to release/, '/approvals?view=ready'],
    [/^1\s*Payee changes to decide/, '/payees'],
    [/^2\s*Inbox items assigned to you/, '/inbox?view=mine'],
    [/^4\s*Returned/, '/inbox?kind=returned'],
    [/^2\s*Unknown outcome/, '/unknown-outcomes'],
    [/^Entries returned, today: 2/, '/returns?kind=return'],
    [/^Awaiting approval: 4/, '/orders?view=awaiting'],
    [/^At bank: 2/, '/batches?view=under-way'],
    [/^Completed: 12/, '/orders?view=ended'],
    [/Ann Alder/, '/returns/b1/e1?kind=change'],
    [/Alert coverage/, '/coverage'],
    [/3 h 05 min until the wire cutoff/, '/orders?view=ready&service=WIRE'],
    [/^Wire sent today in USD: 4/, '/orders?view=all&service=WIRE'],
    [/^ACH batches sent today in USD: 1/, '/batches?view=all'],
    [/^42\s*Payments sent/, '/orders?view=all'],
    [/^9\s*Batches sent/, '/batches?view=all'],
  ])('links from %s to its list', async (expectedText, address) => {
    expect(target(await show(), expectedText)).toBe(address)
  })

  it('warns of each agreed volume that is nearly used or exceeded, with its period and zone', async () => {
    bridge.overview.getAgreedVolumes.mockResolvedValue(
      ok([
        agreedVolume({ product: 'ach-inquiry', per: 'day', from: '2026-11-23', swept: 300 }),
        agreedVolume({ product: 'wire', agreed: 10, used: 11 }),
        agreedVolume({ product: 'rtp', agreed: 10, used: 7 }),
      ]),
    )
    const page = await show()
    const notices = page.findAll('[role="status"]').map((notice) => notice.text())
    const volumes = notices.filter((text) => text.includes('agreed volume'))
    expect(volumes).toHaveLength(2)
    expect(volumes[0]).toContain('ACH inquiry: agreed volume nearly used')
    expect(volumes[0]).toContain('1,700 of 2,000 used today, 300 by sweeps')
    expect(volumes[0]).toContain('The day began 2026-11-23, New York time')
    expect(volumes[1]).toContain('Wire transfer: agreed volume exceeded')
    await expectNoViolation(page)
  })

  it('shows the amounts sent today beside the limits of the operator', async () => {
    const page = await show()
    const rows = page.get('table[aria-label="Sent today by rail"]').findAll('tbody tr')
    expect(rows.map((row) => row.text())).toEqual([
      'Wire4USD 50,000.00USD 25,000.00 of 100,000.00',
      'RTP0No daily limit',
      'ACH batches1USD 4,800.00USD 0.00 of 5,000.00',
    ])
    expect(page.text()).toContain('18:45 in New York')
  })

  it.each([
    [{ closed: 'Thanksgiving Day' }, 'No wire or ACH settlement today: Thanksgiving Day'],
    [
      { cutoff: { time: '18:45', zone: 'America/New_York', minutesLeft: 0 } },
      'Wire cutoff passed18:45 in New York. Next: Mon 2026-11-23',
    ],
    [{ cutoff: null }, 'No wire cutoff set'],
  ])('shows with %o: %s', async (change, text) => {
    const { rails } = overviewFigures()
    if (rails.state !== 'known') throw new Error(rails.state)
    const page = await show({ rails: { state: 'known', value: { ...rails.value, ...change } } })
    expect(page.text()).toContain(text)
  })

  it('names the amount that a resend counts again in the limit', async () => {
    const { rails } = overviewFigures()
    if (rails.state !== 'known') throw new Error(rails.state)
    const lines = rails.value.lines.map((line) =>
      line.service === 'WIRE' ? { ...line, resent: 910_000 } : line,
    )
    const page = await show({ rails: { state: 'known', value: { ...rails.value, lines } } })
    expect(page.text()).toContain('Wire limit counts resends again: USD 9,100.00')
    expect((await show()).text()).not.toContain('resends')
  })

  it('shows the volume of 30 days in dollars, or the returns', async () => {
    const page = await show()
    const table = page.findAll('table').find((one) => one.text().startsWith('US dollars sent'))
    expect(table?.findAll('tbody tr')).toHaveLength(30)
    expect(table?.findAll('tbody tr').at(1)?.text()).toBe(
      '2026-10-23USD 2,500.00USD 1,000.50USD 10.00USD 3,510.50',
    )
    expect(page.text()).toContain('USD 123,456.00, EUR unknown')
    await page.get('input[value="returned"]').setValue(true)
    expect(target(page, /^60\s*Entries returned/)).toBe('/returns?kind=return')
    expect(page.text()).not.toContain('US dollars sent')
  })

  it('names the place whose days it counts', async () => {
    const page = await show({ zone: 'America/Los_Angeles' })
    expect(page.get('[data-testid="as-of"]').text()).toMatch(/Days are those of Los Angeles\.$/)
    expect(page.text()).toContain('2026-11-20, Los Angeles')
  })

  it('shows no card without content', async () => {
    const known = <T>(value: T) => ({ state: 'known' as const, value })
    const page = await show({
      deadlines: known([]),
      templates: known([]),
      payments: known([]),
      batches: known([]),
      volume: known({
        days: [],
        totals: { payments: [], batches: [], paymentsReturned: [], entriesReturned: [] },
      }),
    })
    const titles = page.findAll('h2').map((heading) => heading.text())
    expect(titles).toEqual([
      'Waiting for you',
      'Exceptions',
      'Health',
      'Sent today',
      'Alerts received',
    ])
  })

  it('says that there is nothing to draw rather than drawing axes', async () => {
    const { alerts, volume } = overviewFigures()
    if (alerts.state !== 'known' || volume.state !== 'known') throw new Error('not known')
    const none = { ach: 0, wire: 0, rtp: 0, other: 0 }
    const hours = alerts.value.hours.map((one) => ({ ...one, received: none }))
    const days = volume.value.days.map((one) => ({
      ...one,
      returned: { payments: 0, entries: 0 },
    }))
    const page = await show({
      alerts: { state: 'known', value: { ...alerts.value, hours } },
      volume: { state: 'known', value: { ...volume.value, days } },
    })
    expect(page.text()).toContain('No alerts in the last 24 hours.')
    expect(page.findAll('figure')).toHaveLength(1)
    expect(page.text()).not.toContain('Show as table')
    await page.get('input[value="returned"]').setValue(true)
    expect(page.text()).toContain('No returns in the last 30 days.')
    expect(page.findAll('figure')).toHaveLength(0)
    await page.get('input[value="days"]').setValue(true)
    expect(page.findAll('figure')).toHaveLength(1)
  })

  it.each([
    [[], 'Nothing sent in the last 30 days.', undefined],
    [
      [{ currency: 'EUR', count: 2, minor: 90_050 }],
      'No dollars sent in the last 30 days.',
      '/orders?view=all',
    ],
  ])('does not draw a volume without dollars: %o', async (payments, text, address) => {
    const { volume } = overviewFigures()
    if (volume.state !== 'known') throw new Error('not known')
    const days = volume.value.days.map((one) => ({ ...one, sent: { wire: 0, rtp: 0, ach: 0 } }))
    const totals = { ...volume.value.totals, payments, batches: [] }
    const page = await show({
      volume: { state: 'known', value: { ...volume.value, days, totals } },
    })
    expect(page.text()).toContain(text)
    expect(target(page, /Payments sent/)).toBe(address)
  })

  it.each([
    ['draft', 1, 'no amount yet'],
    ['draft', 2, 'no total'],
    ['withdrawn', 1, 'no amount'],
    ['accepted', 1, 'USD unknown'],
  ] as const)('shows for the stage %s of %d without an amount: %s', async (stage, count, text) => {
    const line = { stage, isOpen: true, currency: 'USD', count, minor: null }
    const page = await show({ payments: { state: 'known', value: [line] } })
    const table = page.get('table[aria-label="Payments by status"]')
    expect(table.get('tbody td:last-child').text()).toBe(text)
  })

  it('leaves out waiting kinds with a count of zero', async () => {
    expect((await show()).text()).not.toContain('Unmatched alerts')
  })

  it('shows each currency separately, and no sum where one is unknown', async () => {
    const page = await show()
    expect(page.text()).toContain('USD 12,500.00, EUR 900.50')
    expect(page.text()).toContain('USD 37,500.00')
    expect(page.text()).toContain('EUR unknown')
  })

  it('has the table of the chart for screen readers, and shows it on request', async () => {
    const page = await show()
    const table = page.findAll('table').find((one) => one.text().includes('Hour'))
    expect(table?.element.parentElement?.className).toBe('sr-only')
    expect(table?.findAll('tbody tr')).toHaveLength(24)
    expect(table?.findAll('tbody tr').at(-1)?.text()).toMatch(/23\s*2\s*1\s*26$/)
    await page
      .findAll('button')
      .find((button) => button.text() === 'Show as table')
      ?.trigger('click')
    const region = page.get('[role="region"][aria-label="Alerts by hour, as a table"]')
    expect(region.isVisible()).toBe(true)
    const chart = page.findAll('figure').find((one) => one.text().startsWith('Alerts by hour'))
    expect(chart?.get('[data-chart]').isVisible()).toBe(false)
    await page.get('input[value="days"]').setValue(true)
    expect(page.get('[role="region"]').text()).toContain('2026-11-21')
  })

  it('shows which part could not be counted, and shows the others', async () => {
    const page = await show({
      inbox: { state: 'failed' },
      unknownOutcome: { state: 'failed' },
      coverage: { state: 'failed' },
      alerts: { state: 'failed' },
    })
    expect(page.text()).toContain('The inbox could not be counted now.')
    expect(page.text()).toContain('Not available now: alert coverage.')
    expect(page.text()).toContain('Not available now. The reason is in the log.')
    expect(page.text()).toContain('Unknown outcomes could not be counted now.')
    expect(page.text()).not.toContain('No payments or batches with an unknown outcome')
    expect(target(page, /Payments and batches to approve/)).toBe('/approvals')
    await expectNoViolation(page)
  })

  it('never reports that nothing waits while a part is unknown', async () => {
    const page = await show({
      waiting: {
        state: 'known',
        value: { awaitingMe: 0, readyMe: 0, awaiting: 0, ready: 0, drafts: 0, payees: 0 },
      },
      inbox: { state: 'failed' },
    })
    expect(page.text()).not.toContain('Nothing is waiting for you')
  })

  it('shows in a team what was last done at each workstation, and no team on one computer', async () => {
    const titles = (page: VueWrapper) => page.findAll('h2').map((heading) => heading.text())
    expect(titles(await show())).not.toContain('Team')
    const page = await show({
      team: {
        state: 'known',
        value: [
          {
            id: '1',
            name: 'Workstation 1',
            act: { seq: 12, at, kind: 'order.released', actorName: 'Theo Park' },
          },
          { id: '2', name: 'Workstation 2', act: null },
        ],
      },
    })
    expect(target(page, /^Workstation 1\s*Released the payment\s*Theo Park/)).toBe('/audit/12')
    expect(page.get('ul[aria-label="Team"]').text()).toContain('Workstation 2No recent action')
    await expectNoViolation(page)
  })

  it('leaves out products that were not agreed', async () => {
    const page = await show({ payments: { state: 'not-agreed' } })
    expect(page.findAll('h2').map((heading) => heading.text())).not.toContain('Payments')
    expect(page.findAll('h2').map((heading) => heading.text())).toContain('ACH batches')
  })

  it('offers the remaining first steps until an operator dismisses them', async () => {
    const page = await show({
      firstSteps: {
        state: 'known',
        value: [
          { id: 'validation', isDone: true },
          { id: 'payment', isDone: false },
        ],
      },
    })
    expect(page.text()).toContain('1 of 2 done')
    expect(page.text()).toContain('Done: Validate an account')
    expect(target(page, /^Submit a payment$/)).toBe('/compose')
    await page
      .findAll('button')
      .find((button) => button.text() === 'Dismiss')
      ?.trigger('click')
    expect(bridge.workstation.changeSettings).toHaveBeenCalledWith({ firstStepsDismissed: true })
  })

  it('shows no first steps once all are done', async () => {
    const page = await show()
    expect(page.text()).not.toContain('First steps')
  })

  it('keeps its figures when it cannot read new ones, and reports it', async () => {
    const page = await show()
    bridge.overview.get.mockResolvedValue(err({ code: 'internal', reference: 'AB12CD34' }))
    await page
      .findAll('button')
      .find((button) => button.text() === 'Refresh')
      ?.trigger('click')
    await flushPromises()
    expect(page.text()).toContain('AB12CD34')
    expect(page.text()).toContain('The figures below are older.')
    expect(target(page, /^4\s*Returned/)).toBe('/inbox?kind=returned')
  })

  it('counts once for many changes within a second', async () => {
    const page = await show()
    vi.useFakeTimers()
    const before = bridge.overview.get.mock.calls.length
    for (let i = 0; i < 5; i += 1) bridge.emit('orders', 'countsChanged', {})
    bridge.emit('alerts', 'changed', { latestSeq: 7 })
    await vi.advanceTimersByTimeAsync(999)
    expect(bridge.overview.get.mock.calls).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(bridge.overview.get.mock.calls).toHaveLength(before + 1)
    expect(page.exists()).toBe(true)
  })

  it('has no axe violation', async () => {
    const page = await show()
    await expectNoViolation(page)
  })
})

it('shows no number of calls while the database of the team does not answer', () => {
  const budget = { ...connectionState.budget, here: { used: 0, waiting: 2 } }
  const rateOf = (isReachable: boolean) =>
    healthLines(
      {
        connection: { ...connectionState, budget },
        keychain: undefined,
        listener: undefined,
        profile: undefined,
        calls: undefined,
        coverage: undefined,
        backups: undefined,
        isPairPossible: undefined,
        team: { isReachable, isClockOff: false, workstations: [] },
        operators: [],
      },
      Date.parse(at),
    ).find(({ id }) => id === 'rate')
  expect(rateOf(true)?.value).toBe('1 of 5 a second')
  expect(rateOf(false)).toMatchObject({
    value: 'No calls',
    more: 'The database of the team does not answer',
    tone: 'bad',
  })
})

describe('the line of administrators', () => {
  const line = (
    roles: readonly Role[],
    isPairPossible: boolean | undefined,
    recoveryFileAt: string | null,
  ) =>
    healthLines(
      {
        connection: undefined,
        keychain: undefined,
        listener: undefined,
        profile: openProfile({ recoveryFileAt }),
        calls: undefined,
        coverage: undefined,
        backups: undefined,
        isPairPossible,
        operators: roles.map((role, at) => ({ id: String(at), name: String(at), roles: [role] })),
      },
      Date.parse('2026-11-21T09:14:02.000Z'),
    ).find(({ id }) => id === 'administrators')
  const writtenAt = '2026-11-20T09:14:02.000Z'

  it.each([
    [['administrator', 'administrator'], true, null, '', 'good', '/operators'],
    [['administrator', 'checker'], true, null, 'Only one: add a second', 'warning', '/operators'],
    [
      ['administrator', 'administrator'],
      false,
      writtenAt,
      'Only the recovery file can confirm changes',
      'warning',
      '/operators',
    ],
    [
      ['administrator', 'administrator'],
      false,
      null,
      'No one can confirm changes: write a recovery file',
      'warning',
      '/connection',
    ],
    [['administrator', 'administrator'], undefined, null, '', 'good', '/operators'],
  ] as const)(
    'of %s, a pair possible %s, recovery file %s, shows "%s"',
    (roles, isPairPossible, recoveryFileAt, more, tone, to) => {
      expect(line(roles, isPairPossible, recoveryFileAt)).toMatchObject({ more, tone, to })
    },
  )
})
