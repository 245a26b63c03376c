import { describe, expect, it } from 'vitest'
import {
  foldedText,
  isRoutingNumber,
  recognizedColumns,
} from '../../../../main/inquiry/payment-inquiry/participant-columns.ts'

describe('the columns of the participants', () => {
  it('are recognised by their names and by their contents', () => {
    const rows = [
      ['P-1', 'Alder Bank', '021000021', 'SEND'],
      ['P-2', 'Birch Trust', '026009593', 'SEND'],
    ]
    expect(recognizedColumns(['id', 'participantName', 'routingNumber', 'kind'], rows)).toEqual({
      name: 'participantName',
      routing: 'routingNumber',
    })
  })

  it('bank note 75: are recognised under names that nobody documented', () => {
    const rows = [
      ['021000021', 'Alder Bank', 'ACTIVE'],
      ['026009593', 'Birch Trust', 'ACTIVE'],
      ['011401533', 'Cedar Union', 'ACTIVE'],
    ]
    expect(recognizedColumns(['a', 'b', 'c'], rows)).toEqual({ name: 'b', routing: 'a' })
  })

  it('are left unrecognised where nothing looks like it, whatever they are called', () => {
    const rows = [
      ['12', '1'],
      ['13', '2'],
    ]
    expect(recognizedColumns(['routingNumber', 'bankName'], rows)).toEqual({
      name: null,
      routing: null,
    })
    expect(recognizedColumns([], [])).toEqual({ name: null, routing: null })
  })

  it('take no number for a routing number whose check digit is wrong', () => {
    expect(isRoutingNumber('021000021')).toBe(true)
    expect(isRoutingNumber('021000022')).toBe(false)
    expect(isRoutingNumber('000000000')).toBe(false)
    expect(isRoutingNumber('21000021')).toBe(false)
  })

  it('are compared without case, accents and signs', () => {
    expect(foldedText('  Caja de Ahorros \u2013 Ma\u00f1ana, S.A.')).toBe(
      'caja de ahorros manana s a',
    )
    expect(foldedText('O\u2019Brien & Sons')).toBe('obrien sons')
  })
})
