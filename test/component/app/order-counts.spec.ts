import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import type { Router } from 'vue-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderCounts } from '../../../preload/contract/domain/orders/order-list.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import App from '../../../renderer/app/App.vue'
import { screens } from '../../../renderer/app/screens.ts'
import { fakeBridge } from '../support/fake-bridge.ts'
import { mountPage } from '../support/page.ts'
import { allByRole, byRole } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/** Waits for the frame that a screen begins with. */
const arrival = (router: Router, path: string): Promise<void> =>
  vi.waitFor(() => {
    expect(router.currentRoute.value.path).toBe(path)
  })

const none: OrderCounts = {
  all: 0,
  drafts: 0,
  awaiting: 0,
  awaitingMe: 0,
  readyMe: 0,
  ready: 0,
  underWay: 0,
  unknownOutcome: 0,
  ended: 0,
}
const counts = (part: Partial<OrderCounts>): void =>
  void bridge.orders.getCounts.mockResolvedValue(ok({ ...none, ...part }))
/** Mounts the window with the real addresses of its screens. */
async function mountWindow(): Promise<Router> {
  const { router } = await mountPage(App)
  for (const { id, path } of screens)
    router.addRoute({ path, name: id, component: { template: '<i />' } })
  return router
}
const rail = (): string[] =>
  allByRole('link')
    .filter((link) => link.closest('nav') !== null)
    .map((link) => link.textContent.replace(/\s+/g, ' ').trim())

describe('the navigation', () => {
  it('counts the items that wait for approval by the current operator', async () => {
    counts({ awaiting: 5, awaitingMe: 2 })
    await mountPage(App)
    expect(rail()).toContain('Approvals, 2 waiting for your approval')
    counts({ awaiting: 5, awaitingMe: 4 })
    bridge.emit('orders', 'countsChanged', {})
    await flushPromises()
    expect(rail()).toContain('Approvals, 4 waiting for your approval')
  })

  it('counts what the current operator may release, named apart from approvals', async () => {
    counts({ awaiting: 5, awaitingMe: 2, ready: 4, readyMe: 3 })
    await mountPage(App)
    expect(rail()).toContain('Approvals, 5 waiting: 2 to approve, 3 to release')
    counts({ ready: 4, readyMe: 3 })
    bridge.emit('orders', 'countsChanged', {})
    await flushPromises()
    expect(rail()).toContain('Approvals, 3 waiting for release')
  })

  it('always shows Unknown outcomes, and marks it as urgent while there is any', async () => {
    counts({})
    await mountPage(App)
    const before = rail()
    expect(before).toContain('Unknown outcomes')
    counts({ unknownOutcome: 1 })
    bridge.emit('orders', 'countsChanged', {})
    await flushPromises()
    expect(rail()).toEqual(
      before.map((name) => (name === 'Unknown outcomes' ? 'Unknown outcomes, 1 to resolve' : name)),
    )
    const badge = byRole('link', 'Unknown outcomes, 1 to resolve').querySelector('.bg-bad')
    expect(badge).not.toBeNull()
    counts({})
    bridge.emit('orders', 'changed', { id: 'o1', state: 'accepted' })
    await flushPromises()
    expect(rail()).toEqual(before)
  })

  it('has about twelve items, and shows the screens of one as tabs with the current tab marked', async () => {
    counts({})
    const router = await mountWindow()
    expect(rail()).toEqual([
      'Overview',
      'Inbox',
      'Approvals',
      'Unknown outcomes',
      'Payments',
      'ACH batches',
      'Payees',
      'Validation',
      'Inquiry',
      'Alerts',
      'Reconciliation',
      'Tools',
      'Setup',
      'Practice bank',
    ])
    byRole('link', 'Tools').click()
    await arrival(router, '/code-book')
    byRole('link', 'Audit').click()
    await arrival(router, '/audit')
    await flushPromises()
    expect(document.querySelector('h1')?.textContent.trim()).toBe('Audit')
    expect(byRole('link', 'Audit').getAttribute('aria-current')).toBe('page')
    expect(byRole('link', 'Tools').getAttribute('aria-current')).toBe('page')
  })

  it('opens a new payment and a new batch from the headers of their lists', async () => {
    counts({})
    const router = await mountWindow()
    for (const [list, name, path] of [
      ['/orders', 'New payment', '/compose'],
      ['/batches', 'New batch', '/batches/new'],
    ] as const) {
      await router.push(list)
      await flushPromises()
      const [button] = allByRole('button', name).filter((one) => one.closest('header') !== null)
      button?.click()
      await arrival(router, path)
    }
  })

  it('marks the item of a screen before the screen is built', async () => {
    counts({})
    const router = await mountWindow()
    const { path } = router.currentRoute.value
    byRole('link', 'Payees').click()
    await flushPromises()
    expect(router.currentRoute.value.path).toBe(path)
    expect(byRole('link', 'Payees').getAttribute('aria-current')).toBe('page')
    await arrival(router, '/payees')
    expect(byRole('link', 'Payees').getAttribute('aria-current')).toBe('page')
  })
})
