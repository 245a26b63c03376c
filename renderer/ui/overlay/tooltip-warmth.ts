import { shallowRef } from 'vue'

const coolingMs = 300
let cooling: ReturnType<typeof setTimeout> | undefined

/** True while a tooltip is open or has just closed: the next one then opens at once. */
export const tooltipsAreWarm = shallowRef(false)

/** Records that a tooltip opened or closed. */
export function warmTooltips(open: boolean): void {
  clearTimeout(cooling)
  if (open) tooltipsAreWarm.value = true
  else cooling = setTimeout(() => (tooltipsAreWarm.value = false), coolingMs)
}
