globalThis.pageGlobal = 'page'
document.documentElement.dataset.ready = 'yes'
