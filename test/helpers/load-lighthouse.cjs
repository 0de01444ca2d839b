/* Imports an ES module by Node itself, outside of jest's loader. */
exports.loadLighthouse = async () => {
  const { loadLighthouse, shortfalls } = await import('../../scripts/lib/lighthouse.mjs');
  const { default: lighthouse } = await loadLighthouse();
  return { lighthouse, shortfalls };
};
