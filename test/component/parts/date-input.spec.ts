/** The date field of the payment form, of schedules, of reconciliation and of sweeps. */
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import DateInput from '../../../renderer/parts/DateInput.vue'
import SpanFields from '../../../renderer/parts/SpanFields.vue'
import { show, useStage } from '../ui/stage.ts'

describe('a date field', () => {
  useStage()

  it('shows the exact form once it is left, and leaves a text that is no date', async () => {
    const written: string[] = []
    const field = show(DateInput, {
      props: {
        modelValue: '',
        calendar: 'Choose day',
        'onUpdate:modelValue': (text: string) => void written.push(text),
      },
    })
    await field.setProps({ modelValue: '11/26/2026' })
    await field.get('input').trigger('focusout')
    expect(written).toEqual(['2026-11-26'])
    await field.setProps({ modelValue: '26/11/2026' })
    await field.get('input').trigger('focusout')
    expect(written).toEqual(['2026-11-26'])
  })
})

describe('the limits of a time range', () => {
  useStage()

  it('are marked where they are not understood, because they then limit nothing', async () => {
    const fields = show(SpanFields, { props: { from: '2026-11-26 09:00', to: '' } })
    const [from, to] = fields.findAll('input')
    expect(from?.attributes('aria-invalid')).toBe('false')
    expect(to?.attributes('aria-invalid')).toBe('false')
    await fields.setProps({ to: '11/26/26' })
    await nextTick()
    expect(to?.attributes('aria-invalid')).toBe('true')
    expect(fields.text()).toContain('Write it as 2026-11-26 14:05')
  })
})
