// Mounts a component in a document with the features that jsdom lacks, and finds elements as a
// person would: by role and name.
import { mount, type VueWrapper } from '@vue/test-utils'
import axe from 'axe-core'
import type { Component } from 'vue'
import { afterEach, beforeEach, vi } from 'vitest'

const nothing = (): undefined => undefined

/** jsdom has no layout, so no element ever changes its size. */
class NoResizes {
  observe = nothing
  unobserve = nothing
  disconnect = nothing
}

const mounted: VueWrapper[] = []

/** Adds the functions that jsdom lacks and the components need. */
export function fillGaps(): void {
  Object.assign(globalThis, { ResizeObserver: NoResizes })
  Object.assign(Element.prototype, {
    scrollIntoView: nothing,
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
    hasPointerCapture: () => false,
    scrollTo: nothing,
  })
}

/** Fills the gaps of jsdom before each test of a file, and empties the document after it. */
export function useStage(): void {
  beforeEach(fillGaps)
  afterEach(() => {
    for (const wrapper of mounted.splice(0)) wrapper.unmount()
    document.body.innerHTML = ''
  })
}

interface Staging {
  readonly props?: Record<string, unknown>
  readonly attrs?: Record<string, unknown>
  readonly slots?: Record<string, unknown>
  readonly attachTo?: Element
  /** Values that surrounding components would provide. */
  readonly global?: Record<string, unknown>
}

/** Mounts into the document, so that focus and popups work. */
export function show(component: unknown, staging: Staging = {}): VueWrapper {
  const wrapper = mount(component as Component, { attachTo: document.body, ...staging } as never)
  mounted.push(wrapper as VueWrapper)
  return wrapper as VueWrapper
}

const implicit: Record<string, string> = {
  button: 'button',
  textbox: 'input:not([type]), input[type=text], input[type=password], textarea',
  link: 'a[href]',
  radio: 'input[type=radio]',
  checkbox: 'input[type=checkbox]',
  slider: 'input[type=range]',
  spinbutton: 'input[type=number]',
  combobox: 'select',
  heading: 'h1, h2, h3, h4',
  navigation: 'nav',
  main: 'main',
}

/** The text of an element as screen readers get it. */
function readText(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
  return copy.textContent
}

function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const byIds = labelledBy.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
  const name = element.getAttribute('aria-label') ?? (byIds || (label ?? readText(element)))
  return name.replace(/\s+/g, ' ').trim()
}

/** Every element with this role, and this name if one is given. */
export function allByRole(role: string, name?: string): HTMLElement[] {
  const own = implicit[role] === undefined ? '' : `, :is(${implicit[role]}):not([role])`
  return [...document.querySelectorAll<HTMLElement>(`[role="${role}"]${own}`)].filter(
    (element) => name === undefined || nameOf(element) === name,
  )
}

/** The one element with this role and name. */
export function byRole(role: string, name?: string): HTMLElement {
  const [found, ...others] = allByRole(role, name)
  if (!found || others.length > 0) {
    const names = allByRole(role).map(nameOf).join(' | ')
    throw new Error(`${others.length + (found ? 1 : 0)} × ${role} "${name ?? ''}" among: ${names}`)
  }
  return found
}

/** Presses a key at the focused element; true if no listener prevented it. */
export function press(key: string, more: KeyboardEventInit = {}): boolean {
  const target = document.activeElement ?? document.body
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...more }),
  )
}

const turn = (ms = 0): Promise<void> => new Promise((done) => setTimeout(done, ms))
const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done))

/**
 * Waits for timers of a popup or of a settling range, and for everything they start. The wait
 * counts turns and frames and not time: on a busy machine one turn takes many milliseconds.
 */
export async function settle(ms = 20): Promise<void> {
  await turn(ms)
  for (let left = 10; left > 0; left -= 1) await turn()
  await frame()
  await frame()
}

/**
 * Waits until an expectation holds, and returns its result; the limit is for an expectation that
 * never will.
 */
export const until = <Found>(expectation: () => Found): Promise<Found> =>
  vi.waitFor(expectation, { timeout: 15_000, interval: 5 })

/**
 * Returns the axe violations of the document. Contrast needs a real browser; popups are no
 * landmarks.
 */
export async function axeViolations(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
