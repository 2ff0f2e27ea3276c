import { lazyRouteComponent } from '@tanstack/react-router'
import { codeOf } from '../shared/page/code.ts'

/**
 * A screen whose code loads when it is opened. The router alone would load the page anew when the code does not come, which without a
 * connection leads out of the product.
 * @param name of the component in the module
 */
export const screenOf = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => codeOf(load), name as never)
