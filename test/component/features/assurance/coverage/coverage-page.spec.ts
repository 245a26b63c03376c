import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CoverageWatch } from '../../../../../preload/contract/api/coverage/coverage.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import CoveragePage from '../../../../../renderer/features/assurance/coverage/CoveragePage.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import {
  coverageDay,
  coverageGap,
  coverageSummary,
  recoveredItem,
  sweepPart,
} from '../../../support/fake-coverage.ts'
import * as screen from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { byRole, until } from '../../../ui/stage.ts'
import { clockName } from '../../../../../renderer/text/times.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())
const open = (address = '/coverage') => mountPage(CoveragePage, address, '/coverage/:part?/:id?')
const page = <T>(...items: T[]) => ok({ items, next: null, total: items.length })
const watched: CoverageWatch = {
  state: 'listening',
  since: screen.at,
  zone: 'UTC',
  silence: null,
}

describe('the verdict', () => {
  it('shows that nothing is judged where no alert is received', async () => {
    await open()
    expect(screen.pageText()).toContain('This workstation receives no alerts')
    expect(screen.pageText()).toContain('set up the listener')
    await screen.expectAccessible()
  })

  it('shows until when all is covered, what is requested, and what waits for a person', async () => {
    bridge.coverage.getWatch.mockResolvedValue(
      ok({ ...watched, silence: { expectedDaily: 48, afterMinutes: 300 } }),
    )
    bridge.coverage.getSummary.mockResolvedValue(
      ok(
        coverageSummary({
          openGaps: 1,
          toCheck: 2,
          coveredTo: screen.at,
          sweep: {
            id: 's',
            partsDone: 4,
            parts: 15,
            calls: 6,
            healed: 2,
            waitsFor: 'hours',
            until: null,
          },
        }),
      ),
    )
    await open()
    const pageText = screen.pageText()
    expect(pageText).toContain('1 gap being swept; 2 items to check manually')
    expect(pageText).toContain('4 of 15 requests, 6 calls, 2 recovered')
    expect(pageText).toContain('waiting for agreed hours')
    expect(pageText).toContain('5 h 00 min without alerts')
    await screen.expectAccessible()
  })
})

describe('the days', () => {
  it('show their states, and open their gaps', async () => {
    bridge.coverage.listDays.mockResolvedValue(
      page(coverageDay({ state: 'unhealed', gaps: 1, gapsUnhealed: 1, downMinutes: 90 })),
    )
    const { router } = await open()
    expect(screen.cells(0).join(' ')).toContain('Gap not closed')
    expect(screen.cells(0).join(' ')).toContain('down 1 h 30 min')
    expect(document.querySelector('svg[role="img"]')?.getAttribute('aria-label')).toContain(
      'gap not closed 1 day',
    )
    await screen.expectAccessible()
    document.querySelector<HTMLElement>('[data-row]')?.focus()
    document
      .querySelector('[data-row]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await flushPromises()
    expect(router.currentRoute.value.fullPath).toBe('/coverage/gaps?day=2026-11-21')
  })
})

describe('the first day', () => {
  it('shows since when it listened, and is not complete', async () => {
    const since = new Date(2026, 10, 21, 4, 7).toISOString()
    bridge.coverage.listDays.mockResolvedValue(
      page(
        coverageDay({ state: 'begun', since }),
        coverageDay({ day: '2026-11-20', state: 'healed', since, downMinutes: 90 }),
      ),
    )
    await open()
    expect(screen.cells(0).slice(1, 3)).toEqual([
      'First day',
      `since 2026-11-21 04:07 ${clockName()}`,
    ])
    expect(screen.cells(1)[2]).toBe(`since 2026-11-21 04:07 ${clockName()}, down 1 h 30 min`)
    expect(screen.pageText()).not.toContain('all day')
  })
})

describe('a gap', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-02-30', null],
  ])('is filtered by the day %s of the address as %s', async (requested, day) => {
    await open(`/coverage/gaps?day=${requested}`)
    expect(bridge.coverage.listGaps).toHaveBeenLastCalledWith(expect.objectContaining({ day }))
  })

  it('shows its reason and the result of a sweep', async () => {
    const sweep = { id: 's', endedAt: screen.at, calls: 15, healed: 3, toCheck: 1 }
    bridge.coverage.listGaps.mockResolvedValue(
      page(coverageGap({ cause: 'rejected', detail: 'credentials', state: 'partly', sweep })),
    )
    await open('/coverage/gaps/gap-1')
    await until(() => expect(screen.beside()).toContain('wrong user name or password'))
    expect(screen.beside()).toContain('may not send these again')
    expect(screen.beside()).toContain('15 calls found 3 missed events')
    expect(screen.beside()).toContain('1 item to check manually')
    await screen.expectAccessible()
  })
})

describe('recovered events', () => {
  it('shows that the event was found by inquiry, and links to its call, entry and later alert', async () => {
    bridge.coverage.listRecovered.mockResolvedValue(
      page(recoveredItem({ alert: { id: 'alert-1', at: screen.at } })),
    )
    await open('/coverage/recovered/item-1')
    await until(() => expect(screen.beside()).toContain('Found by inquiry'))
    expect(screen.beside()).toContain('The alert arrived later')
    const links = [...document.querySelectorAll('section[aria-label] a')].map((link) =>
      link.getAttribute('href'),
    )
    expect(links).toEqual(
      expect.arrayContaining(['/traffic/call-1', '/batches/b1/e1', '/alerts/list/alert-1']),
    )
    await screen.expectAccessible()
  })
})

describe('alerts without an inquiry', () => {
  it('are marked as checked only with a note', async () => {
    bridge.coverage.listParts.mockResolvedValue(page(sweepPart()))
    await open('/coverage/check/sweep-1.3')
    await until(() =>
      expect(screen.beside()).toContain('No documented inquiry finds incoming wires'),
    )
    await screen.expectAccessible()
    await screen.click('Mark as checked manually')
    await screen.click('Mark as checked')
    expect(bridge.coverage.markChecked).not.toHaveBeenCalled()
    const note = document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea')
    if (note) note.value = 'Portal compared: none'
    note?.dispatchEvent(new Event('input'))
    await screen.click('Mark as checked')
    expect(bridge.coverage.markChecked).toHaveBeenCalledWith({
      sweepId: 'sweep-1',
      seq: 3,
      note: 'Portal compared: none',
    })
  })
})

describe('sweeping days', () => {
  it('shows the number of calls, and why main refused the sweep', async () => {
    bridge.coverage.sweepNow.mockResolvedValue(err({ code: 'profile-retired' }))
    await open()
    byRole('button', 'Sweep days…').click()
    await until(() => expect(document.body.textContent).toContain('At least 15 calls'))
    const [request] = [
      ...document.querySelectorAll<HTMLElement>('[role="dialog"] footer button'),
    ].slice(-1)
    request?.click()
    await flushPromises()
    expect(bridge.coverage.sweepNow).toHaveBeenCalledOnce()
    expect(document.querySelector('[role="dialog"]')?.textContent).toMatch(/retired/i)
  })
})
