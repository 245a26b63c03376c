import { describe, expect, it } from 'vitest'
import {
  goesOn,
  plainLabel,
  tooltipOf,
  lineText,
  type ListenerLine,
} from '../../../../main/shell/windows/tray-text.ts'

const line = (part: Partial<ListenerLine> = {}): ListenerLine => ({
  profileId: 'p1',
  name: 'Ridgeway Treasury',
  environment: 'production',
  running: 'listening',
  isNotStoring: false,
  ...part,
})

describe('the tray', () => {
  it('names profile, environment and state of each listener', () => {
    expect(lineText(line())).toBe('Ridgeway Treasury · Production: listening')
    expect(lineText(line({ environment: 'pre-production', running: 'off' }))).toBe(
      'Ridgeway Treasury · Pre-production: off',
    )
    expect(lineText(line({ environment: 'practice', running: 'failed' }))).toBe(
      'Ridgeway Treasury · Practice: failed',
    )
  })

  it('never calls a listener listening that cannot store deliveries', () => {
    expect(lineText(line({ isNotStoring: true }))).toMatch(/: not storing$/)
    expect(tooltipOf([line({ isNotStoring: true })])).toBe('Countersign: not storing')
  })

  it('says what is wrong before what works', () => {
    const [on, off] = [line(), line({ running: 'off' })]
    const [failed, unstored] = [line({ running: 'failed' }), line({ isNotStoring: true })]
    expect(tooltipOf([])).toBe('Countersign: no listener runs')
    expect(tooltipOf([off])).toBe('Countersign: no listener runs')
    expect(tooltipOf([on])).toBe('Countersign: listening')
    expect(tooltipOf([on, off])).toBe('Countersign: 1 of 2 listening')
    expect(tooltipOf([on, failed])).toBe('Countersign: 1 of 2 failed')
    expect(tooltipOf([on, failed, unstored])).toBe('Countersign: 1 of 3 not storing')
  })

  it('does not promise alerts where no listener runs', () => {
    expect(goesOn([line()]).body).toContain('Alerts are still received')
    const [on, unstored] = [line(), line({ isNotStoring: true })]
    for (const lines of [[], [line({ running: 'off' })], [unstored], [on, unstored]])
      expect(goesOn(lines).body).not.toContain('still received')
    expect(goesOn([on, unstored]).body).toContain('cannot be stored')
  })

  it('says that another workstation of the team can listen', () => {
    const standby = line({ running: 'standby' })
    expect(tooltipOf([standby])).toBe('Countersign: standby')
    expect(goesOn([standby]).body).toContain('Another one of the team can receive alerts.')
  })

  it('keeps an ampersand of a name', () => {
    expect(plainLabel('Alder & Ash')).toBe('Alder && Ash')
  })
})
