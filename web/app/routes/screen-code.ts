import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { codeOf } from '../../shared/page/code.ts'

/**
 * A screen whose code loads when it is opened. The router alone would load the page anew when the code does not come, which without a
 * connection leads out of the product.
 * @param name of the component in the module
 */
export const screenOf = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => codeOf(load), name as never)

/**
 * To call once. The router shows a screen when the code of all its parts is there, on a slow device not even the frame before that. With
 * this it does not wait for what opens over or beside a list: a form comes a moment after its list.
 */
export function showListsFirst(routes: AnyRoute[]): void {
  for (const { parentRoute, options } of routes) {
    const component = options.component as { preload?: () => Promise<void> } | undefined
    const preload = component?.preload
    if (!preload || isFrame(parentRoute)) continue
    component.preload = async () => void preload()
  }
}

const isFrame = (route: AnyRoute | undefined): boolean => !route || Boolean(route.options.staticData?.isFrame)
