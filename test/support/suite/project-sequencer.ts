import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Keeps the files of a project together, in the order that Vitest gives them. A process is used for the next file only
 * where that is of the same project, and mixed projects would end it with all modules that it has loaded.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((each) => sorted.filter(({ project }) => project === each));
  }
}
