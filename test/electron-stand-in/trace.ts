/** STANDIN_TRACE=1 prints what happens when, in milliseconds since the process began. */
const isOn = process.env['STANDIN_TRACE'] === '1'

/** Prints one step. */
export function trace(step: string): void {
  if (isOn) console.error(`[stand-in] ${performance.now().toFixed(0).padStart(5)} ${step}`)
}
