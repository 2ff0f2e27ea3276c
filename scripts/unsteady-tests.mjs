import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A reporter for Vitest: keeps, for the gate, the tests that failed and then passed when they were tried again, with their errors. */
export default class {
  #file

  onInit({ config }) {
    this.#file = join(config.root, '.cache/results/unsteady.json')
  }

  onTestRunEnd(modules) {
    const unsteady = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => [
          `${module.moduleId}: ${test.fullName}`,
          test
            .result()
            .errors?.map(({ stack, message }) => stack ?? message)
            .join('\n') ?? '',
        ]),
    )
    writeFileSync(this.#file, JSON.stringify(unsteady))
  }
}
