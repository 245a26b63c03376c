import { describe, expect, it } from 'vitest'
import Notice from '../../../renderer/ui/Notice.vue'
import ScoreBar from '../../../renderer/ui/ScoreBar.vue'
import SegmentMeter from '../../../renderer/ui/SegmentMeter.vue'
import StatusBadge from '../../../renderer/ui/StatusBadge.vue'
import StepList from '../../../renderer/ui/StepList.vue'
import Timestamp from '../../../renderer/ui/text/Timestamp.vue'
import { tones } from '../../../renderer/ui/tone.ts'
import ToneIcon from '../../../renderer/ui/ToneIcon.vue'
import { allByRole, byRole, show, useStage } from './stage.ts'

describe('status', () => {
  useStage()

  it('gives every tone a shape of its own', () => {
    const shapes = tones.map((tone) => show(ToneIcon, { props: { tone } }).html())
    expect(new Set(shapes).size).toBe(tones.length)
  })

  it('always draws label and shape together', () => {
    const badge = show(StatusBadge, {
      props: { tone: 'unknown', label: 'Unknown outcome' },
    })
    expect(badge.text()).toBe('Unknown outcome')
    expect(badge.find('[data-tone-shape="unknown"]').exists()).toBe(true)
  })

  it('announces a refusal at once, with its reason', () => {
    show(Notice, {
      props: { kind: 'refused', title: 'The request was refused', reason: 'No such number' },
    })
    const notice = byRole('alert')
    expect(notice.textContent).toContain('Refused: The request was refused')
    // The shape and the border show the tone; its name is read out and not repeated on the screen.
    expect(notice.textContent.match(/Refused/g)).toHaveLength(1)
    expect(notice.querySelector('.sr-only')?.textContent).toBe('Refused: ')
    expect(notice.textContent).toContain('No such number')
  })

  it('does not interrupt for information', () => {
    show(Notice, { props: { kind: 'info', title: 'The cut-off is at 16:45' } })
    expect(allByRole('alert')).toHaveLength(0)
    expect(byRole('status')).toBeDefined()
  })
})

describe('ScoreBar', () => {
  useStage()

  it('shows that there is no score, and never 0 instead', () => {
    for (const score of [undefined, null, Number.NaN]) {
      const bar = show(ScoreBar, { props: { label: 'Telephone', score, threshold: 81 } })
      expect(bar.text()).toContain('no score')
      expect(bar.text()).not.toContain('0')
      expect(bar.find('[role=meter]').exists()).toBe(false)
      bar.unmount()
    }
  })

  it('shows a score of 0 as 0', () => {
    show(ScoreBar, { props: { label: 'City', score: 0, threshold: 81 } })
    expect(byRole('meter', 'City').getAttribute('aria-valuetext')).toBe('0, below 81')
  })

  it('counts a score at the threshold as enough', () => {
    show(ScoreBar, { props: { label: 'Name', score: 81, threshold: 81 } })
    expect(byRole('meter', 'Name').getAttribute('aria-valuetext')).toBe('81, at or above 81')
  })

  it('shows no verdict without a threshold', () => {
    const bar = show(ScoreBar, { props: { label: 'Name', score: 12 } })
    expect(bar.find('[data-testid=threshold]').exists()).toBe(false)
    expect(bar.find('[data-tone-shape]').exists()).toBe(false)
  })
})

describe('steps, fields and times', () => {
  useStage()

  it('show the steps in their order, with code and state', () => {
    const steps = [
      { id: 'a', code: '1111', title: 'Account open', tone: 'good', label: 'Passed' },
      { id: 'b', title: 'Owner', tone: 'unknown', label: 'Not known' },
    ]
    const list = show(StepList, { props: { label: 'Reading', steps } })
    expect(list.findAll('li').map((step) => step.text().replace(/\s+/g, ''))).toEqual([
      '11111AccountopenPassed',
      '2OwnerNotknown',
    ])
  })

  it('limit the value of a meter to its maximum', () => {
    show(SegmentMeter, { props: { label: 'Calls', value: 9 } })
    expect(byRole('meter', 'Calls').getAttribute('aria-valuenow')).toBe('5')
  })

  it('show a date without a zone exactly as received, and mention it', () => {
    expect(show(Timestamp, { props: { text: '11/20/2026 09:14 AM' } }).text()).toContain(
      '11/20/2026 09:14 AM',
    )
    expect(document.body.textContent).toContain('zone not stated')
  })

  it('name the zone of an instant', () => {
    const time = show(Timestamp, {
      props: { instant: '2026-11-20T14:14:02Z', zone: 'utc' },
    })
    expect(time.text()).toContain('2026-11-20 14:14:02')
    expect(time.text()).toContain('UTC')
  })

  it('show an invalid instant as received', () => {
    expect(show(Timestamp, { props: { instant: 'yesterday' } }).text()).toBe('yesterday')
  })
})
