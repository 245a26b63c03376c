/** Mounts a page as the window does: with its stores, a router and main's answers. */
import axe from 'axe-core'
import { createPinia, setActivePinia } from 'pinia'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import type { Component } from 'vue'
import { expect } from 'vitest'
import { createRouter, createMemoryHistory, RouterView, type Router } from 'vue-router'
import { useProfiles } from '../../../renderer/state/stores/profiles.store.ts'
import { fillGaps } from '../ui/stage.ts'
import { useWorkstation } from '../../../renderer/state/stores/workstation.store.ts'

fillGaps()
// jsdom has no layout and no media queries: a test's window is narrow.
window.matchMedia = () =>
  ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList

/** A mounted page and the router around it. */
export interface MountedPage {
  readonly page: VueWrapper
  readonly router: Router
}

/**
 * Mounts the page at an address and waits until main has answered. The bridge must be set before. A
 * page that guards its leaving is in the router at `routed`; others need none.
 */
export async function mountPage(
  component: Component,
  address = '/',
  routed?: string,
): Promise<MountedPage> {
  const pinia = createPinia()
  setActivePinia(pinia)
  await useWorkstation().track(() => undefined)
  await useProfiles().track()
  const named = (path: string) => ({ path, component: { template: '<i />' } })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      ...['/', '/validation', '/practice', '/settings'].map(named),
      named('/validation/history/:id?'),
      ...(routed?.startsWith('/connection') ? [] : [named('/connection/:section?')]),
      ...(routed === undefined ? [] : [{ path: routed, component }]),
      // Every link must have a target.
      named('/:elsewhere(.*)*'),
    ],
  })
  await router.push(address)
  const page = mount(routed === undefined ? component : RouterView, {
    attachTo: document.body,
    global: { plugins: [pinia, router] },
  }) as VueWrapper
  await flushPromises()
  return { page, router }
}

/** Runs axe on the document; contrast and layout are checked in a real window. */
export async function expectNoViolation(page: VueWrapper): Promise<void> {
  const { violations } = await axe.run(page.element as Element, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
}
