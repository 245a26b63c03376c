/** A window that closes or moves above a resting pointer makes the system report a move of no length. */
export const isResting = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0

/** Keeps such a report from selecting the line of a list that happens to lie below the pointer. */
export function ignoreResting(event: Event): void {
  if (isResting(event)) event.stopPropagation()
}
