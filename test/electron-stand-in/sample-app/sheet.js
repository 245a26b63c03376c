document.body.append('scripts run')
