/** The related records, as the details show them. */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { RelatedAnswer } from '../../../preload/contract/api/search/search.ts'
import RelatedLinks from '../../../renderer/parts/RelatedLinks.vue'
import { fakeBridge } from '../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../support/page.ts'
import { allByRole, byRole } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
const answer: RelatedAnswer = [
  {
    relation: 'alerts',
    count: 7,
    things: [
      {
        id: 'a1',
        title: 'Ridgeway Supply \u00b7 USD 12500.00',
        detail: 'Wire',
        at: '2026-11-23T14:00:00.000Z',
        address: '/alerts/list/a1',
      },
    ],
  },
  {
    relation: 'recovered',
    count: 1,
    things: [{ id: 'r1', title: 'SETTLED, by inquiry', detail: '', at: null, address: null }],
  },
]

it('links to related records, with their counts', async () => {
  const bridge = fakeBridge()
  bridge.search.related.mockResolvedValue(ok(answer))
  const { page } = await mountPage(
    defineComponent(() => () => h(RelatedLinks, { kind: 'payment', id: 'o1' })),
  )
  expect(bridge.search.related).toHaveBeenCalledWith({ kind: 'payment', id: 'o1' })
  expect(byRole('link').getAttribute('href')).toContain('/alerts/list/a1')
  expect(page.text()).toContain('The newest 1 of 7')
  expect(page.text()).toContain('SETTLED, by inquiry')
  await expectNoViolation(page)
})

it('shows nothing without related records, and ignores an answer for another record', async () => {
  const bridge = fakeBridge()
  const id = ref('o1')
  const answers: ((value: RelatedAnswer) => void)[] = []
  bridge.search.related.mockImplementation(
    () => new Promise((resolve) => answers.push((value) => resolve(ok(value)))),
  )
  const { page } = await mountPage(
    defineComponent(() => () => h(RelatedLinks, { kind: 'payment', id: id.value })),
  )
  id.value = 'o2'
  await flushPromises()
  answers[1]?.([])
  await flushPromises()
  answers[0]?.(answer)
  await flushPromises()
  expect(allByRole('link')).toEqual([])
  expect(page.text()).toBe('')
})

it('is read again when main reports a change', async () => {
  const bridge = fakeBridge()
  await mountPage(defineComponent(() => () => h(RelatedLinks, { kind: 'batch', id: 'b1' })))
  bridge.emit('batches', 'changed', { id: 'b1' })
  await flushPromises()
  expect(bridge.search.related).toHaveBeenCalledTimes(2)
})
