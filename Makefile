# Storage Lab: the list of commands. PORT= and DATA= choose the port and the data folder of up, demo and down.
PYTHON ?= python3
bootstrap = @$(PYTHON) scripts/bootstrap.py
storagelab = @.venv/bin/storagelab
place = $(if $(DATA),--data '$(DATA)') $(if $(PORT),--port '$(PORT)')

.PHONY: up down demo test test-full check bench bench-quick seed containers-check layouts-testhost faults-testhost catalogue-testhost migrate migration client e2e faults

up: ## Install what is missing, start everything in the foreground, print the address
	$(bootstrap) runtime frontend
	$(storagelab) up $(place)

down: ## Stop what up or demo left running
	$(bootstrap) runtime
	$(storagelab) down $(if $(DATA),--data '$(DATA)')

demo: ## The main job, unattended: a real run of about a minute on a scratch file of this machine
	$(bootstrap) runtime frontend
	$(storagelab) demo $(place)

test: ## The tests of the gate, two lanes at a time
	$(bootstrap) development frontend fio openssh-server chromium curl jq faketime fonts-wqy-microhei
	@.venv/bin/python scripts/test.py

test-full: ## All tests and all evidence, without a limit: every fault, virtual servers, every page in every way
	$(bootstrap) development frontend fio openssh-server chromium curl jq faketime fonts-wqy-microhei
	@.venv/bin/python scripts/test.py --full

containers-check: ## Build, use, break, upgrade and restore the containers, each step with its time; KEEP=1 leaves them
	$(bootstrap) development frontend
	@.venv/bin/python -m tests.containers $(if $(KEEP),--keep)

faults-testhost: ## The faults of real machines on virtual servers, and their figure; TRIALS= and FULL=1 for more
	$(bootstrap) development frontend
	@.venv/bin/python -m tests.faults_testhost $(if $(TRIALS),--trials $(TRIALS)) $(if $(FULL),--full)

catalogue-testhost: ## Every profile, shortened, on the drive of a virtual server, and its plots (two hours); PROFILES= for some
	$(bootstrap) development frontend
	@.venv/bin/python -m tests.catalogue_testhost $(if $(PROFILES),--profiles $(PROFILES))

layouts-testhost: ## Stacks of block devices at random on a virtual server, and what the runner says; COUNT=, SEED=
	$(bootstrap) development frontend
	@.venv/bin/python -m tests.layouts $(if $(COUNT),--count '$(COUNT)') $(if $(SEED),--seed '$(SEED)')

faults: ## The fault campaign: the short lane, or with TRIALS= the full one with so many trials of each fault; SEED=, ONLY=
	$(bootstrap) development frontend faketime
	@.venv/bin/python -m tests.faults $(if $(TRIALS),--lane full --trials '$(TRIALS)') $(if $(SEED),--seed '$(SEED)') $(if $(ONLY),--only '$(ONLY)')

e2e: ## The browser tests alone
	$(bootstrap) development frontend fio chromium curl jq
	@.venv/bin/python scripts/test.py --lane browser

check: ## Format, lint, types, import contracts, migrations, API and client drift, lock files
	$(bootstrap) development packages
	@.venv/bin/python scripts/check.py

bench: ## The benchmarks of the lab and of its pages, as one JSON document; PAGES=1 for the pages alone, SHARES=1 for permalinks
	$(bootstrap) development frontend lighthouse fio chromium
	@.venv/bin/python -m tests.speed $(if $(PAGES),--pages) $(if $(SHARES),--shares)

bench-quick: ## The benchmarks in short
	$(bootstrap) development frontend lighthouse fio chromium
	@.venv/bin/python -m tests.speed --quick $(if $(PAGES),--pages) $(if $(SHARES),--shares)

seed: ## Fill an empty lab that runs with invented servers and runs, for trying large lists; DATA=, RUNS=
	$(bootstrap) development
	@.venv/bin/python -m tests.seeding $(if $(DATA),--data '$(DATA)') $(if $(RUNS),--runs '$(RUNS)')

migrate: ## Bring the database to the newest revision
	$(bootstrap) runtime
	$(storagelab) migrate $(if $(DATA),--data '$(DATA)')

migration: ## Write a migration from the models: make migration NAME=add_a_column
	$(bootstrap) development
	@.venv/bin/python scripts/new_migration.py '$(NAME)'

client: ## Export the OpenAPI document, the metrics and the schema of shares, and generate the front end's client and cases
	$(bootstrap) development packages
	@.venv/bin/python scripts/export_openapi.py
	@.venv/bin/python scripts/export_document_cases.py
	@npm --prefix frontend run --silent client
