import type { Component } from 'vue'
import { environmentWords, type Environment } from '../../preload/contract/domain/environment.ts'
import IconPractice from '~icons/lucide/flask-conical'
import IconProduction from '~icons/lucide/landmark'
import IconPreProduction from '~icons/lucide/traffic-cone'

export type { Environment }

interface EnvironmentLook {
  readonly word: string
  readonly icon: Component
  readonly band: string
  readonly frame: string
}

/** Text, shape, color and frame of each environment: all four differ. */
export const environmentLooks: Record<Environment, EnvironmentLook> = {
  practice: {
    word: environmentWords.practice,
    icon: IconPractice,
    band: 'bg-practice text-on-practice',
    frame: 'border-practice',
  },
  'pre-production': {
    word: environmentWords['pre-production'],
    icon: IconPreProduction,
    band: 'bg-pre-production text-on-pre-production',
    frame: 'border-pre-production',
  },
  production: {
    word: environmentWords.production,
    icon: IconProduction,
    band: 'bg-production text-on-production',
    frame: 'border-production',
  },
}
