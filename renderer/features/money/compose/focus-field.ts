/** The way to a field of the form by its path. */

/** Puts the focus there; a path that stands for several fields goes to the first of them. */
export function focusField(path: string): void {
  const named = (name: string) => document.querySelector<HTMLElement>(`[name="${name}"]`)
  const [section = ''] = path.split('.')
  const inSection = document.querySelector<HTMLElement>(
    `[data-section="${section === 'type' ? 'service' : section}"] :is(input, select, textarea)`,
  )
  ;(named(path) ?? named(`${path}.0`) ?? inSection)?.focus()
}
