/** A calendar beside a date field names holidays, and a closed day can still be chosen. */
import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import { closedOn } from '../../../preload/contract/kernel/banking-days.ts'
import DayPicker from '../../../renderer/ui/form/DayPicker.vue'
import { fillGaps } from './stage.ts'

fillGaps()
enableAutoUnmount(afterEach)

async function openAt(modelValue: string) {
  const picker = mount(DayPicker, {
    attachTo: document.body,
    props: { label: 'Choose value date', first: '2026-11-23', closedOn, modelValue, open: true },
  })
  await flushPromises()
  return picker
}
const dayNamed = (name: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[role="button"][aria-label*="${name}"]`)

it('shows the month of the date, names its holidays, and takes a closed day', async () => {
  const picker = await openAt('2026-11-24')
  const body = document.body.textContent
  expect(body).toContain('November 2026')
  expect(body).toContain('Holidays: 11 Veterans Day, 26 Thanksgiving Day')
  expect(dayNamed('November 26, 2026')?.title).toBe('Thanksgiving Day')
  expect(dayNamed('November 28, 2026')?.title).toBe('Saturday')
  expect(dayNamed('November 25, 2026')?.title).toBe('')
  dayNamed('November 26, 2026')?.click()
  await flushPromises()
  expect(picker.emitted('update:modelValue')).toEqual([['2026-11-26']])
  expect(picker.emitted('update:open')?.at(-1)).toEqual([false])
})

it('refuses days before the first, and opens at the first where no day is chosen', async () => {
  const picker = await openAt('')
  expect(document.body.textContent).toContain('November 2026')
  dayNamed('November 20, 2026')?.click()
  await flushPromises()
  expect(picker.emitted('update:modelValue')).toBeUndefined()
})
