import { expect, it } from 'vitest'
import { doctorFindings, doctorSteps } from '../../../preload/contract/api/doctor.ts'
import { doctorText, stepTitles } from '../../../renderer/text/doctor-text.ts'

const textOf = (finding: (typeof doctorFindings)[number]) =>
  doctorText({ id: 'tcp', state: 'failed', finding, facts: [], tookMs: null })
const quiet = ['fine', 'not-run', 'running']

it.each(doctorFindings.filter((finding) => !quiet.includes(finding)))(
  'explains %s with the next step',
  (finding) => {
    const { text, next } = textOf(finding)
    for (const sentence of [text, next]) {
      expect(sentence).toMatch(/^[A-Z].*\.$/)
      expect(sentence).not.toMatch(/\b(we|our|oops|please|sorry)\b/i)
    }
  },
)

it('gives every finding a text of its own', () => {
  const texts = doctorFindings.map((finding) => textOf(finding).text)
  expect(new Set(texts).size).toBe(doctorFindings.length)
})

it('requires no action where all is passed or nothing is known yet', () => {
  for (const finding of ['fine', 'not-run', 'running'] as const) {
    expect(textOf(finding).next).toBeNull()
  }
})

it('has a title and a text of success for every step', () => {
  expect(new Set(Object.values(stepTitles)).size).toBe(doctorSteps.length)
  const texts = doctorSteps.map(
    (id) => doctorText({ id, state: 'passed', finding: 'fine', facts: [], tookMs: 1 }).text,
  )
  expect(new Set(texts).size).toBe(doctorSteps.length)
})
