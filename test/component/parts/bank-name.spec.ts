import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { ok } from '../../../preload/contract/kernel/result.ts'
import BankName from '../../../renderer/parts/BankName.vue'
import { fakeBridge } from '../support/fake-bridge.ts'
import { bankName, participantsState } from '../support/fake-payment-inquiry.ts'
import { expectNoViolation, mountPage } from '../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const routing = ref('')
const Line = defineComponent({
  setup: () => () => h('div', h(BankName, { routing: routing.value })),
})
async function show(number: string) {
  routing.value = number
  const { page } = await mountPage(Line)
  await flushPromises()
  return page
}
const mill = { names: [bankName()], hasDirectory: true }

describe('the bank name beside a routing number', () => {
  it('is shown, with its sources behind an (i) only', async () => {
    const names = [bankName(), bankName({ name: 'Mill Bank', place: '', source: 'participants' })]
    bridge.bankNames.find.mockResolvedValue(ok({ names, hasDirectory: true }))
    const page = await show('021000021')
    expect(page.text()).toBe('MILL BANK')
    await page.get('button[aria-label="Source of the name of bank 021000021"]').trigger('click')
    await flushPromises()
    const sources = document.body.textContent.replace(/\s+/g, ' ')
    expect(sources).toContain('FedACH directory, imported 2026-11-21')
    expect(sources).toContain('RTP participants, list of 2026-11-21')
    await expectNoViolation(page)
  })

  it.each(['', '02100002', '0210000211', 'DEUTDEFF'])('does not look for %j', async (number) => {
    const page = await show(number)
    expect(bridge.bankNames.find).not.toHaveBeenCalled()
    expect(page.text()).toBe('')
  })

  it('says of an unknown number only that it is not in the directory', async () => {
    bridge.bankNames.find.mockResolvedValue(ok({ names: [], hasDirectory: true }))
    expect((await show('021000021')).text()).toBe('not in the directory')
  })

  it('shows nothing without a directory', async () => {
    expect((await show('021000021')).text()).toBe('')
  })

  it('never shows the name of the previous number', async () => {
    bridge.bankNames.find.mockResolvedValue(ok(mill))
    const page = await show('021000021')
    expect(page.text()).toBe('MILL BANK')
    let answer = (_: Awaited<ReturnType<typeof bridge.bankNames.find>>): void => undefined
    bridge.bankNames.find.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    routing.value = '011000015'
    await flushPromises()
    expect(page.text()).toBe('')
    answer(ok({ names: [bankName({ name: 'FERRY BANK' })], hasDirectory: true }))
    await flushPromises()
    expect(page.text()).toBe('FERRY BANK')
  })

  it('is updated when a directory is imported or a list is downloaded', async () => {
    const page = await show('021000021')
    bridge.bankNames.find.mockResolvedValue(ok(mill))
    bridge.emit('bankNames', 'changed', {})
    await flushPromises()
    expect(page.text()).toBe('MILL BANK')
    bridge.bankNames.find.mockResolvedValue(
      ok({ names: [bankName({ name: 'Mill Bank' })], hasDirectory: true }),
    )
    bridge.emit(
      'paymentInquiry',
      'participantsChanged',
      participantsState({ download: { kind: 'reading', rows: 1, pages: 1 } }),
    )
    await flushPromises()
    expect(page.text()).toBe('MILL BANK')
    bridge.emit('paymentInquiry', 'participantsChanged', participantsState())
    await flushPromises()
    expect(page.text()).toBe('Mill Bank')
  })
})
