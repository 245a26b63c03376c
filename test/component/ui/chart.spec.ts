import { describe, expect, it } from 'vitest'
import { axisSteps } from '../../../renderer/ui/chart/chart.ts'

describe('the axis of a chart', () => {
  // uPlot takes the first step whose lines are far enough apart.
  const linesUpTo = (most: number, height: number, space: number): number => {
    const step = axisSteps.find((one) => (height * one) / most >= space) ?? most
    return Math.floor(most / step)
  }

  it('has grid lines above 0 for any count', () => {
    for (const most of [4, 14, 30, 645, 6_450, 12_000_000])
      expect(linesUpTo(most * 1.08, 120, 28), String(most)).toBeGreaterThanOrEqual(2)
  })
})
