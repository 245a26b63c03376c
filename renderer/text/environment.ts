import type { Component } from 'vue'
import { environmentLabels, type Environment } from '../../preload/contract/domain/environment.ts'
import IconPractice from '~icons/lucide/flask-conical'
import IconProduction from '~icons/lucide/landmark'
import IconPreProduction from '~icons/lucide/traffic-cone'

export type { Environment }

interface EnvironmentLook {
  readonly label: string
  readonly icon: Component
  readonly band: string
  readonly frame: string
}

/** Text, shape, color and frame of each environment: all four differ. */
export const environmentAppearance: Record<Environment, EnvironmentLook> = {
  practice: {
    label: environmentLabels.practice,
    icon: IconPractice,
    band: 'bg-practice text-on-practice',
    frame: 'border-practice',
  },
  'pre-production': {
    label: environmentLabels['pre-production'],
    icon: IconPreProduction,
    band: 'bg-pre-production text-on-pre-production',
    frame: 'border-pre-production',
  },
  production: {
    label: environmentLabels.production,
    icon: IconProduction,
    band: 'bg-production text-on-production',
    frame: 'border-production',
  },
}
