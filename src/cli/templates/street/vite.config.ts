import { existsSync } from 'node:fs';
import { createCrowdService, listen } from 'three-crowd-server';
import { writeKit } from 'three-crowd-server/kit';
import { defineConfig, type Plugin } from 'vite';

const KIT = '.three-crowd/kit';

/** Runs the crowd service with its sample crowds while you develop. A built page asks the one in VITE_CROWD_SERVICE. */
function crowdService(): Plugin {
  return {
    name: 'crowd-service',
    apply: 'serve',
    async config() {
      if (!existsSync(KIT)) {
        console.log('Making the sample characters, which takes a few seconds …');
        await writeKit(KIT);
      }
      const { url } = await listen(await createCrowdService({ kit: KIT }));
      return { define: { 'import.meta.env.VITE_CROWD_SERVICE': JSON.stringify(url) } };
    },
  };
}

export default defineConfig({ plugins: [crowdService()], build: { target: 'es2022' } });
