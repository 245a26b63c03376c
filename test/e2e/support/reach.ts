/** Checks for people who use no mouse, large text or a coarse pointer: measured in the page. */
import type { Page } from 'playwright/test'

/** Elements that can be pressed or typed into. */
const interactive =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [tabindex="0"]'

/** Adds the shared functions to the page, once for each document. */
export async function prepareReach(page: Page): Promise<void> {
  await page.evaluate((selector) => {
    const seen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      const isThere = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      return isThere && width > 0 && height > 0
    }
    const nameOf = (element: Element): string => {
      const described = element.getAttribute('aria-label') ?? element.textContent
      return `${element.tagName.toLowerCase()} "${described.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`
    }
    /** A checkbox drawn by its label is pressed on the label. */
    const targetOf = (element: Element): Element =>
      element.matches('input.sr-only, input[type=radio], input[type=checkbox]')
        ? (element.closest('label') ?? element)
        : element
    const covers = (element: Element, x: number, y: number): boolean => {
      const top = document.elementFromPoint(x, y)
      const target = targetOf(element)
      return top !== null && (target.contains(top) || top.contains(target))
    }
    const all = (): Element[] => [...document.querySelectorAll(selector)].filter(seen)
    Object.assign(globalThis, { reach: { seen, nameOf, targetOf, covers, all } })
  }, interactive)
}

interface Reach {
  readonly nameOf: (element: Element) => string
  readonly targetOf: (element: Element) => Element
  readonly covers: (element: Element, x: number, y: number) => boolean
  readonly all: () => Element[]
}

/** Elements that cannot be scrolled into the window, or are covered there. */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { all, covers, nameOf, targetOf } = (globalThis as unknown as { reach: Reach }).reach
    const isSkipLink = (element: Element): boolean => element.getAttribute('href') === '#main'
    return all()
      .filter((element) => !isSkipLink(element))
      .filter((element) => {
        const target = targetOf(element)
        target.scrollIntoView({ block: 'center', inline: 'center' })
        const { x, y, width, height } = target.getBoundingClientRect()
        // For an element wider than the window, such as a table row, a visible part is enough.
        const left = Math.max(x, 0)
        const right = Math.min(x + width, innerWidth)
        return !covers(element, (left + right) / 2, y + height / 2)
      })
      .map(nameOf)
  })

/** Lists without room for a heading and two rows. */
export const squeezedLists = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrollerOf = (element: Element): Element | null => {
      const { parentElement } = element
      const scrolls = parentElement === null || getComputedStyle(parentElement).overflowY === 'auto'
      return scrolls ? parentElement : scrollerOf(parentElement)
    }
    return [...document.querySelectorAll('[data-screen] table[role=grid]')]
      .filter((list) => {
        const { clientHeight = 0, scrollHeight = 0 } = scrollerOf(list) ?? {}
        return list.checkVisibility() && clientHeight < Math.min(scrollHeight, 96)
      })
      .map((list) => list.getAttribute('aria-label') ?? 'a list without a name')
  })

/** Targets under 24 by 24 pixels whose circle of 24 pixels meets another's (WCAG 2.5.8). */
export const tooSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { all, covers, nameOf, targetOf } = (globalThis as unknown as { reach: Reach }).reach
    const least = 24
    /** An element that is scrolled out of view cannot be pressed either. */
    const isOnTop = (element: Element): boolean => {
      const { x, y, width, height } = targetOf(element).getBoundingClientRect()
      return covers(element, x + width / 2, y + height / 2)
    }
    // A region that only scrolls is not pressed.
    const isPressed = (element: Element): boolean =>
      !element.matches('[tabindex="0"]:not(a, button, input, select, textarea, [role])')
    const targets = [
      ...new Set(
        all()
          .filter((one) => isPressed(one) && isOnTop(one))
          .map(targetOf),
      ),
    ].map((element) => ({
      element,
      box: element.getBoundingClientRect(),
    }))
    const isSmall = ({ box }: { box: DOMRect }): boolean =>
      Math.min(box.width, box.height) < least - 0.01
    /** In a sentence, the line height decides. */
    const isInText = ({ element }: { element: Element }): boolean =>
      element.matches('p a, p button, li a, dd a, dd button, td a, [role=status] a') &&
      getComputedStyle(element).display.startsWith('inline')
    const distance = (x: number, y: number, box: DOMRect): number =>
      Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
    return targets
      .filter((one) => isSmall(one) && !isInText(one))
      .filter(({ element, box }) => {
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        return targets.some((other) => {
          if (other.element.contains(element) || element.contains(other.element)) return false
          const { left, top, width, height } = other.box
          const apart = isSmall(other)
            ? Math.hypot(left + width / 2 - x, top + height / 2 - y) - least / 2
            : distance(x, y, other.box)
          return apart < least / 2
        })
      })
      .map(({ element, box }) => `${nameOf(element)} ${JSON.stringify(box)}`)
  })

/** Elements without an accessible name, as axe computes it; axe must be in the page already. */
export const nameless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { all } = (globalThis as unknown as { reach: Reach }).reach
    const { axe } = globalThis as unknown as {
      axe: {
        setup(): void
        teardown(): void
        commons: { text: { accessibleText(element: Element): string } }
      }
    }
    axe.setup()
    try {
      // Rows and cells are named by their content.
      return all()
        .filter((element) => axe.commons.text.accessibleText(element).trim() === '')
        .filter((element) => !element.matches('tr, td') || element.textContent.trim() === '')
        .filter((element) => !element.matches('td[aria-colindex], [role=gridcell]'))
        .map((element) => element.outerHTML.slice(0, 160))
    } finally {
      axe.teardown()
    }
  })

/** Actions of one row with the same name and different effects, such as two of three "Copy". */
export const sameNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { all, nameOf } = (globalThis as unknown as { reach: Reach }).reach
    const byPlace = Map.groupBy(
      all().filter((element) => element.matches('button, a[href]')),
      (element) => element.closest('tr, li, [role=group], fieldset, form, section, dialog, nav'),
    )
    return [...byPlace].flatMap(([place, elements]) => {
      if (place?.matches('tr, li, [role=group]') !== true) return []
      const names = elements.map(nameOf)
      return names.filter((name, at) => names.indexOf(name) !== at)
    })
  })

/** The position of the focus after a press of Tab. */
export interface FocusStep {
  readonly name: string
  /** In the part of the window that is the screen. */
  readonly isInScreen: boolean
  /** Another element covers its middle. */
  readonly isCovered: boolean
  readonly hasRing: boolean
  /** Above or left of the one before, in the same part. */
  readonly isBack: boolean
}

/** Returns the focused element's data and remembers it for the next step. */
export const focusStep = (page: Page): Promise<FocusStep> =>
  page.evaluate(() => {
    const { covers, nameOf, targetOf } = (globalThis as unknown as { reach: Reach }).reach
    const memory = globalThis as unknown as { focusedBefore?: Element | undefined }
    const element = document.activeElement ?? document.body
    const before = memory.focusedBefore
    memory.focusedBefore = element
    const target = targetOf(element)
    const box = target.getBoundingClientRect()
    const partOf = (of: Element): Element | null =>
      of.closest(
        'form, section, aside, table, [role=grid], nav, fieldset, [role=group], [role=region], [role=tablist], [role=tabpanel], .panel, [data-screen] > *',
      )
    const isAfter = (was: DOMRect): boolean => {
      const isSameLine =
        Math.min(was.bottom, box.bottom) - Math.max(was.top, box.top) >
        Math.min(was.height, box.height) / 2
      if (isSameLine) return box.right > was.left
      return box.top >= was.top - 4 || box.left >= was.right - 4
    }
    const isSamePart = before !== undefined && partOf(before) === partOf(element)
    const ring = (of: Element): boolean => {
      if (of.matches('[data-active-frame]')) return element.closest('[role=grid]') !== null
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(of)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    const [x, y] = [
      (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2,
      (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2,
    ]
    return {
      name: nameOf(element),
      isInScreen: element.closest('[data-screen]') !== null,
      isCovered: !covers(element, x, y),
      // The grid draws one frame over the focused cell.
      hasRing: [
        ...document.querySelectorAll('[data-active-frame]'),
        element,
        target,
        ...target.querySelectorAll('*'),
      ].some(ring),
      isBack: isSamePart && !isAfter(targetOf(before).getBoundingClientRect()),
    }
  })

/** Elements that move for longer than a hundredth of a second. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = 0.0101
    const seconds = (list: string): number =>
      Math.max(
        ...list
          .split(',')
          .map((one) => (one.includes('ms') ? parseFloat(one) / 1000 : parseFloat(one))),
      )
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(
          element,
          part,
        )
        const isAnimated = animationName !== 'none' && seconds(animationDuration) > longest
        return isAnimated || seconds(transitionDuration) > longest
          ? [
              `${element.tagName}.${(element.getAttribute('class') ?? '').slice(0, 40)}${part ?? ''}`,
            ]
          : []
      }),
    )
  })

/** Fields and buttons without a drawn edge: in forced colors nothing else shows their limits. */
export const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { all, nameOf, targetOf } = (globalThis as unknown as { reach: Reach }).reach
    return all()
      .filter(
        (element) => element.matches('input, select, textarea') && !element.matches('[type=range]'),
      )
      .map(targetOf)
      .filter((element) => {
        if (element.matches('label') || element.matches('[type=checkbox], [type=radio]'))
          return false
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
        return borderTopStyle === 'none' || borderTopWidth === '0px'
      })
      .map(nameOf)
  })
