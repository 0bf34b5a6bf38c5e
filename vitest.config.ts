import { defineConfig } from "vitest/config";

// Packages are tested from their sources: the export condition `source` needs no build.
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["grammar/test/**/*.test.ts", "packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 30_000,
    maxWorkers: 2,
    maxConcurrency: 4,
  },
});
