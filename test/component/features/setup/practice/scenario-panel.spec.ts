import { enableAutoUnmount, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import {
  scenarioGroups,
  scenarios,
  scenarioTargetTexts,
  scenarioTexts,
  type ArmedScenario,
} from '../../../../../preload/contract/api/practice/practice.ts'
import ScenarioPanel from '../../../../../renderer/features/setup/practice/ScenarioPanel.vue'
import { expectNoViolation } from '../../../support/page.ts'

enableAutoUnmount(afterEach)

const panel = (armed: readonly ArmedScenario[] = [], heldPayments = 0): VueWrapper =>
  mount(ScenarioPanel, {
    attachTo: document.body,
    props: { armed, heldPayments, busy: false },
  })

const orders = (page: VueWrapper): unknown[] => (page.emitted('order') ?? []).flat()
const selectAt = (page: VueWrapper, at: number): DOMWrapper<Element> => {
  const found = page.findAll('select')[at]
  if (!found) throw new Error(`No select at ${String(at)}`)
  return found
}
const optionsOf = (page: VueWrapper, at: number): string[] =>
  selectAt(page, at)
    .findAll('option')
    .map((option) => option.text())

it('offers every scenario, under the heading of its group', async () => {
  const page = panel()
  expect(page.findAll('legend').map((each) => each.text())).toEqual(
    scenarioGroups.map(({ title, about }) => `${title}${about}`),
  )
  const radios = page.findAll('input[type="radio"]')
  expect(radios.map((each) => each.attributes('value')).sort()).toEqual([...scenarios].sort())
  await expectNoViolation(page)
})

it('offers the calls that each scenario affects, and sets it for the chosen one', async () => {
  const page = panel()
  for (const scenario of scenarios) {
    await page.get(`input[value="${scenario}"]`).setValue()
    const { targets, explanation } = scenarioTexts[scenario]
    expect(optionsOf(page, 0), scenario).toEqual(targets.map((one) => scenarioTargetTexts[one]))
    expect(page.get('p[aria-live]').text()).toBe(explanation)
    expect(explanation, scenario).not.toMatch(/[a-z][A-Z]|[a-z]_[a-z]/)
    await page.get('form').trigger('submit')
    expect(orders(page).at(-1)).toMatchObject({ scenario, times: 1, target: targets[0] })
  }
  await page.get('input[value="failure-500"]').setValue()
  await selectAt(page, 0).setValue('money')
  await selectAt(page, 1).setValue('until-cleared')
  await page.get('form').trigger('submit')
  expect(orders(page).at(-1)).toEqual({
    scenario: 'failure-500',
    times: 'until-cleared',
    target: 'money',
  })
})

it('narrows the list by title, explanation and group, and selects a remaining scenario', async () => {
  const page = panel()
  const search = page.get('input[type="text"]')
  await search.setValue('504 accepted')
  expect(page.findAll('input[type="radio"]').map((each) => each.attributes('value'))).toEqual([
    'accepted-then-504',
  ])
  await page.get('form').trigger('submit')
  expect(orders(page)).toMatchObject([{ scenario: 'accepted-then-504', target: 'payments' }])
  await search.setValue('nothing like it')
  expect(page.text()).toContain('No matching scenarios.')
  await expectNoViolation(page)
})

it('moves from the search into the list by keyboard, and sets nothing on the way', async () => {
  const page = panel()
  const search = page.get('input[type="text"]')
  await search.setValue('held')
  await search.trigger('keydown', { key: 'Enter' })
  const focused = document.activeElement as HTMLInputElement
  expect([focused.type, focused.value]).toEqual(['radio', 'payment-held'])
  expect(orders(page)).toEqual([])
})

it('sets a slow answer only with a valid time', async () => {
  const page = panel()
  await page.get('input[value="slow-answer"]').setValue()
  const delay = page.get('input.font-mono')
  await delay.setValue('0')
  await page.get('form').trigger('submit')
  expect(orders(page)).toEqual([])
  expect(page.text()).toContain('From 1 to 120,000 ms')
  await delay.setValue('250')
  await page.get('form').trigger('submit')
  expect(orders(page)).toEqual([{ scenario: 'slow-answer', times: 1, target: 'api', delayMs: 250 }])
})

it('shows the active scenarios with their calls and counts, and clears them', async () => {
  const page = panel([
    { scenario: 'html-502', remaining: 3, target: 'payments', delayMs: null },
    { scenario: 'slow-answer', remaining: 'until-cleared', target: 'any', delayMs: 10 },
  ])
  expect(page.text()).toContain('Gateway page (502), 3 times more')
  expect(page.text()).toContain('Wires and RTP')
  expect(page.text()).toContain('until cleared')
  const clear = page.findAll('button').find((each) => each.text() === 'Clear all')
  await clear?.trigger('click')
  expect(page.emitted('clear')).toHaveLength(1)
  await expectNoViolation(page)
})

it('clears payments that are still in review after their scenario was used up', async () => {
  const page = panel([], 2)
  expect(page.text()).toContain('2 payments in review; clearing lets them go on')
  const clear = page.findAll('button').find((each) => each.text() === 'Clear all')
  await clear?.trigger('click')
  expect(page.emitted('clear')).toHaveLength(1)
})

it('has nothing to clear while no scenario is active', async () => {
  const page = panel()
  const clear = page.findAll('button').find((each) => each.text() === 'Clear all')
  expect(clear?.attributes('aria-disabled')).toBe('true')
  await clear?.trigger('click')
  expect(page.emitted('clear')).toBeUndefined()
})
