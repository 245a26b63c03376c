import { describe, expect, it, vi } from 'vitest'
import IconCheck from '~icons/lucide/badge-check'
import AppShell from '../../../renderer/app/shell/AppShell.vue'
import { environmentAppearance, type Environment } from '../../../renderer/text/environment.ts'
import { allByRole, axeViolations, byRole, press, settle, show, useStage } from '../ui/stage.ts'

const environments: readonly Environment[] = ['practice', 'pre-production', 'production']
const props = {
  environment: 'practice',
  profileName: 'Practice bank',
  heading: 'Validation',
  current: 'validation',
  rail: [
    {
      id: 'work',
      items: [
        { id: 'validation', label: 'Validation', icon: IconCheck, shortcut: 'Mod+1' },
        {
          id: 'unknown-outcomes',
          label: 'Unknown outcomes',
          icon: IconCheck,
          count: 2,
          countMeans: 'not known',
          urgent: true,
        },
      ],
    },
  ],
  status: [
    {
      id: 'bank',
      label: 'Bank',
      value: 'connected',
      tone: 'good',
      detail: [{ label: 'Host', value: '127.0.0.1' }],
    },
    { id: 'token', label: 'Token', value: '23 h left' },
  ],
}
const shell = (more: Record<string, unknown> = {}) =>
  show(AppShell, { props: { ...props, ...more }, slots: { default: 'The screen' } })

describe('AppShell', () => {
  useStage()

  it('has landmarks and one h1, and axe finds no violation', async () => {
    shell()
    expect(byRole('navigation', 'Screens')).toBeDefined()
    expect(byRole('main')).toBeDefined()
    expect([...document.querySelectorAll('h1')].map((h1) => h1.textContent)).toEqual(['Validation'])
    expect(await axeViolations()).toEqual([])
  })

  it('shortens in a narrow window the status of what needs no attention to a tooltip', async () => {
    const query = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }
    vi.stubGlobal('matchMedia', () => query)
    const status = [
      ...props.status,
      { id: 'store', label: 'Store', value: 'closed', tone: 'bad', note: 'Why' },
    ]
    shell({ status })
    await settle()
    const bar = document.querySelector('footer[aria-label="Status"]')
    const values = [...(bar?.querySelectorAll('.sr-only') ?? [])].map((one) => one.textContent)
    expect(values).toEqual(['connected', '23 h left'])
    expect(bar?.querySelector('[title="Bank: connected"]')).not.toBeNull()
    expect(bar?.className).not.toContain('overflow-x')
    vi.unstubAllGlobals()
  })

  it.each(environments)('names %s by its label, and colors the window frame', (environment) => {
    shell({ environment })
    const look = environmentAppearance[environment]
    expect(document.querySelector('[data-testid=environment]')?.textContent).toContain(look.label)
    expect(document.querySelector('[data-testid=frame]')?.classList).toContain(look.frame)
  })

  it('gives every environment its own label, icon, band and frame', () => {
    for (const part of ['label', 'icon', 'band', 'frame'] as const) {
      expect(
        new Set(environments.map((environment) => environmentAppearance[environment][part])).size,
      ).toBe(3)
    }
  })

  it('marks the current screen, announces counts in full, and navigates', () => {
    const wrapper = shell()
    expect(byRole('link', 'Validation').getAttribute('aria-current')).toBe('page')
    byRole('link', 'Unknown outcomes, 2 not known').click()
    expect(wrapper.emitted('navigate')).toEqual([['unknown-outcomes']])
  })

  it('moves the focus to the heading by the skip link', async () => {
    shell()
    byRole('link', 'Skip to content').click()
    await settle()
    expect(document.activeElement).toBe(document.querySelector('h1'))
    // It is no control, so no ring is drawn around it.
    expect(document.activeElement?.className).toContain('outline-none')
  })

  it('opens the palette by its button', () => {
    const wrapper = shell()
    byRole('button', 'Search or run a command').click()
    expect(wrapper.emitted('openPalette')).toHaveLength(1)
  })

  it('opens the details of a status item, and shows one without details as plain text', async () => {
    shell()
    expect(allByRole('button').some((button) => button.textContent.includes('Token'))).toBe(false)
    const bank = allByRole('button').find((button) => button.textContent.includes('Bankconnected'))
    bank?.click()
    await settle()
    expect(byRole('dialog').textContent).toContain('127.0.0.1')
    press('Escape')
    await settle()
    expect(document.activeElement).toBe(bank)
  })
})
